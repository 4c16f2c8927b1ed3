import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { sdks } from '../src/init/project/sdks.ts';
import { plainEnv } from './projects.ts';

const root = path.join(import.meta.dirname, '../../..');
const hello = "[{ role: 'user', content: 'x' }]";

/** A program around what an SDK's line gives; `LINE` stands for that, or for none of it. */
interface Program {
  readonly imports: string;
  readonly use: string;
  /** The line to write where the environment says the address. */
  readonly bare: string;
  readonly asks: string;
}

const programs: Readonly<Record<string, Program>> = {
  'javascript:openai': {
    imports: "import OpenAI from 'openai';",
    use: `(LINE).chat.completions.create({ model: 'm', messages: ${hello} })`,
    bare: 'new OpenAI()',
    asks: '/v1/chat/completions',
  },
  'javascript:@anthropic-ai/sdk': {
    imports: "import Anthropic from '@anthropic-ai/sdk';",
    use: `(LINE).messages.create({ model: 'm', max_tokens: 5, messages: ${hello} })`,
    bare: 'new Anthropic()',
    asks: '/v1/messages',
  },
  'javascript:@ai-sdk/openai': {
    imports: "import { generateText } from 'ai'; import { createOpenAI } from '@ai-sdk/openai';",
    use: "generateText({ model: (LINE)('m'), prompt: 'x', maxRetries: 0 })",
    bare: 'createOpenAI()',
    asks: '/v1/responses',
  },
  'javascript:@ai-sdk/anthropic': {
    imports:
      "import { generateText } from 'ai'; import { createAnthropic } from '@ai-sdk/anthropic';",
    use: "generateText({ model: (LINE)('m'), prompt: 'x', maxRetries: 0 })",
    bare: 'createAnthropic()',
    asks: '/v1/messages',
  },
  'javascript:@openai/agents': {
    imports:
      "import OpenAI from 'openai'; import { Agent, run, setDefaultOpenAIClient } from '@openai/agents';",
    use: "(LINE, run(new Agent({ name: 'a', model: 'm' }), 'x'))",
    bare: '0',
    asks: '/v1/responses',
  },
  'javascript:@langchain/openai': {
    imports: "import { ChatOpenAI } from '@langchain/openai';",
    use: "(LINE).invoke('x')",
    bare: 'new ChatOpenAI()',
    asks: '/v1/chat/completions',
  },
  'javascript:@langchain/anthropic': {
    imports: "import { ChatAnthropic } from '@langchain/anthropic';",
    use: "(LINE).invoke('x')",
    bare: "new ChatAnthropic({ model: 'm' })",
    asks: '/v1/messages',
  },
  'javascript:@google/genai': {
    imports: "import { GoogleGenAI } from '@google/genai';",
    use: "(LINE).models.generateContent({ model: 'm', contents: 'x' })",
    bare: 'new GoogleGenAI({})',
    asks: '/v1/models/m:generateContent',
  },
};

/** Without a model of its own a constructor of LangChain's asks for one in a way that differs. */
const withModel = (line: string): string =>
  line.replace('ChatAnthropic({', "ChatAnthropic({ model: 'm',");

/** The first request of a client, and its key; whatever it asks is refused. */
async function heardOf(program: (base: string) => string, env: (base: string) => object) {
  const heard: { readonly url: string | undefined; readonly key: string }[] = [];
  const server = createServer(({ url, headers }, response) => {
    const { 'x-api-key': own, 'x-goog-api-key': googles, authorization } = headers;
    const key = own ?? googles ?? authorization?.replace('Bearer ', '');
    heard.push({ url, key: String(key) });
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error":{"message":"x"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = Object.fromEntries(sdks.map(({ key }) => [key, 'sk-sluice-x']));
  const quiet = { OPENAI_AGENTS_DISABLE_TRACING: '1' };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(base)], {
    cwd: root,
    env: plainEnv({ ...keys, ...quiet, ...env(base) }),
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.on('close', resolve));
  return heard[0];
}

const inJavaScript = sdks.filter(({ id }) => Object.hasOwn(programs, id));

describe.each(inJavaScript.map((sdk) => [sdk.title, sdk] as const))('%s', (_, sdk) => {
  const program = programs[sdk.id];
  if (program === undefined) throw new Error('there is no program');
  const { imports, use, bare, asks } = program;
  const wanted = { url: asks, key: 'sk-sluice-x' };
  const programOf = (made: string): string =>
    `${imports}\nawait ${use.replace('LINE', () => made)};`;

  proves('set-up/spelled-right', async () => {
    const heard = await heardOf(
      (base) => programOf(withModel(sdk.line(base))),
      () => ({}),
    );
    expect(heard).toEqual(wanted);
  });

  test('the variable does the same', async () => {
    const heard = await heardOf(
      () => programOf(bare),
      (base) => ({ [sdk.variable.name]: base + sdk.variable.path }),
    );
    expect(heard).toEqual(wanted);
  });
});

test('every SDK in JavaScript is tried, but the one that starts another program', () => {
  const untried = sdks.filter(
    ({ id, language }) => language === 'javascript' && !Object.hasOwn(programs, id),
  );
  expect(untried.map(({ id }) => id)).toEqual(['javascript:@anthropic-ai/claude-agent-sdk']);
});
