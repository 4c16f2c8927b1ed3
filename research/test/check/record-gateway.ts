import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BeforeAsking } from '@sluice/core';
import { readSettings, startGateway, type RunningGateway } from '@sluice/gateway';
import * as z from 'zod';
import { outputOf, replyTo, tools, turnText } from './clerk-world.ts';
import { Choices } from './random.ts';
import type { CarriedOut } from './record-session.ts';

export interface GatewayRecord {
  /** The audit of a tenant, as the store hands it out. */
  readonly events: readonly unknown[];
  readonly executed: readonly CarriedOut[];
}

export interface GatewayRig {
  /** A conversation of a tenant of its own, with a person who answers as they are told. */
  readonly record: (seed: number, turns: number) => Promise<GatewayRecord>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

type Message = z.output<typeof message>;

const message = z.object({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        id: z.string(),
        type: z.literal('function'),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
  tool_call_id: z.string().optional(),
});
const completion = z.object({ choices: z.tuple([z.object({ message })]) });

/** A gateway with this policy and profile, before a made-up provider; both real servers. */
export async function startRig(
  policy: string,
  profile: {
    readonly propagator: string;
    readonly beforeAsking?: BeforeAsking;
    readonly shortcuts?: 'all' | 'none';
  },
): Promise<GatewayRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-check-'));
  writeFileSync(path.join(folder, 'sluice.yaml'), policy);
  const provider = await startProvider();
  const upstreams = { one: { family: 'openai', baseUrl: `${provider.url}/v1`, keyFrom: 'KEY' } };
  const wait = { waitJsonSeconds: 5, waitStreamSeconds: 5 };
  const profiles = { default: { policy: 'sluice.yaml', ...profile, openai: 'one', ...wait } };
  const settings = { listen: { port: 0 }, database: 'check.db', upstreams, profiles };
  const gateway = await startGateway({
    settings: readSettings(JSON.stringify(settings), 'gateway.yaml'),
    folder,
    env: { KEY: 'sk-made-up' },
    onLog: () => {},
  });
  const stop = answerQuestions(gateway);
  return {
    record: (seed, turns) => record(gateway, seed, turns),
    [Symbol.asyncDispose]: async () => {
      stop();
      await gateway.close();
      provider.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startProvider(): Promise<{ readonly url: string; readonly close: () => void }> {
  const body = z.object({ messages: z.array(z.unknown()), model: z.string() });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { messages, model } = body.parse(JSON.parse(Buffer.concat(chunks).toString()));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(completionOf(model, messages)));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** The model's name says which world it is of; ids of calls differ from run to run. */
function completionOf(model: string, messages: readonly unknown[]): object {
  const seen = JSON.parse(JSON.stringify(messages).replaceAll(/call_\w+/g, 'id'));
  const { text, calls, stop } = replyTo(Number(model), { messages: seen, tools: [] });
  const toolCalls = calls.map(({ tool, args }, at) => {
    return { id: `c${at}`, type: 'function', function: { name: tool, arguments: args } };
  });
  const said = {
    role: 'assistant',
    content: text,
    ...(calls.length > 0 && { tool_calls: toolCalls }),
  };
  const ended = calls.length > 0 ? 'tool_calls' : 'stop';
  const choices = [
    { index: 0, message: said, finish_reason: stop === 'truncated' ? 'length' : ended },
  ];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: 'x', object: 'chat.completion', created: 0, model, choices, usage };
}

/** Answers what is open, again and again. */
function answerQuestions({ store, notifier }: RunningGateway): () => void {
  const look = async (): Promise<void> => {
    const questions = await store.questions.list({ limit: 100 });
    for (const { id, hash, state, request } of questions) {
      if (state !== 'open') continue;
      const { args } = z.object({ args: z.string() }).parse(JSON.parse(request ?? '{}'));
      const kind = new Choices('answer', args).chance(60) ? 'yes' : 'no';
      const given = {
        id,
        hash,
        kind,
        by: 'ann',
        dutyOf: [],
        words: 'so',
        atMs: Date.now(),
      } as const;
      await store.questions.answer(given);
      notifier.notify(id);
    }
  };
  const timer = setInterval(() => void look(), 20);
  return () => clearInterval(timer);
}

async function record(
  gateway: RunningGateway,
  seed: number,
  turns: number,
): Promise<GatewayRecord> {
  const tenant = `t${randomBytes(6).toString('hex')}`;
  const key = `sk-sluice-${randomBytes(32).toString('base64url')}`;
  const place = { kind: 'client', id: tenant, name: tenant, tenant, profile: 'default' } as const;
  const credential = { ...place, createdMs: 0, revokedMs: undefined };
  const digest = createHash('sha256').update(key).digest('hex');
  await gateway.store.credentials.add(credential, digest);
  const executed: CarriedOut[] = [];
  const messages: Message[] = [{ role: 'system', content: 'You are a clerk.' }];
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push({ role: 'user', content: turnText(seed, turn) });
    for (let request = 0; request < 12; request += 1) {
      const said = await ask({ url: gateway.url, key, seed }, messages);
      if (said === undefined) break;
      messages.push(said);
      for (const { id, function: made } of said.tool_calls ?? []) {
        executed.push({ tool: made.name, args: made.arguments });
        const output = outputOf(seed, made.name, JSON.parse(made.arguments));
        const content = typeof output === 'string' ? output : 'nothing of this';
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
      if (said.tool_calls === undefined) break;
    }
  }
  return { events: await gateway.store.events.list({ tenant, limit: 100_000 }), executed };
}

async function ask(
  { url, key, seed }: { readonly url: string; readonly key: string; readonly seed: number },
  messages: readonly Message[],
): Promise<Message | undefined> {
  const declared = tools.map((tool) => ({ type: 'function', function: tool }));
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: String(seed), messages, tools: declared }),
  });
  const text = await response.text();
  // Half a call of the provider's ends the turn.
  if (text.includes('malformed_call')) return undefined;
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return completion.parse(JSON.parse(text)).choices[0].message;
}
