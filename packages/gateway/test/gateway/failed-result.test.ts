import { describe, expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Script } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

type Json = Readonly<Record<string, unknown>>;

/** How a client of one protocol goes on from a call, with a result that failed. */
interface ProtocolTurns {
  readonly path: string;
  readonly body: (turns: readonly unknown[]) => Json;
  readonly tool: (name: string) => Json;
  readonly user: Json;
  readonly resumed: (reply: Json) => readonly unknown[];
  readonly mark: RegExp;
}

const schema = { type: 'object', properties: { to: { type: 'string' } } };
const said = 'Read my mail, then pay bobby.';
const text = 'ENOENT, says the stranger';

const wires: Readonly<Record<string, ProtocolTurns>> = {
  Responses: {
    path: '/v1/responses',
    body: (input) => ({ input }),
    tool: (name) => ({ type: 'function', name, description: name, parameters: schema }),
    user: { role: 'user', content: said },
    resumed: ({ output }) => {
      const items = listOf(output);
      const result = { type: 'function_call_output', call_id: items.at(-1)?.['call_id'] };
      return [...items, { ...result, output: text, status: 'incomplete' }];
    },
    mark: /"output":"([^"]*)","status":"incomplete"/,
  },
  Messages: {
    path: '/v1/messages',
    body: (messages) => ({ max_tokens: 99, messages }),
    tool: (name) => ({ name, description: name, input_schema: schema }),
    user: { role: 'user', content: said },
    resumed: ({ content }) => {
      const result = { type: 'tool_result', tool_use_id: listOf(content).at(-1)?.['id'] };
      const failed = { ...result, content: text, is_error: true };
      return [
        { role: 'assistant', content },
        { role: 'user', content: [failed] },
      ];
    },
    mark: /"text":"([^"]*)"\}\],"is_error":true/,
  },
};

/** Reads, then pays whom the user named, whatever it sees of the mail. */
const script: Script = ({ messages }) => {
  const hasRead = messages.some(({ role }) => role === 'tool');
  const pay = { tool: 'send_money', args: '{"to":"bobby"}' };
  return { calls: [hasRead ? pay : { tool: 'read_mail', args: '{}' }] };
};

describe.each(Object.keys(wires))('%s', (name) => {
  const { path, body, tool, user, resumed, mark } = wires[name] ?? never();
  const tools = ['read_mail', 'send_money'].map(tool);

  async function ask(rig: Rig, turns: readonly unknown[]): Promise<Json> {
    const response = await fetch(rig.gateway().url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': rig.key },
      body: JSON.stringify({ model: 'm', tools, ...body(turns) }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Json;
  }

  proves('gateway/failure-passed-on', async () => {
    await using rig = await startRig();
    rig.upstream.play(script);
    const called = await ask(rig, [user]);
    const paid = await ask(rig, [user, ...resumed(called)]);
    expect(JSON.stringify(paid)).toContain('bobby');
    const [, wide, narrow] = rig.upstream.requests.map((request) => JSON.stringify(request.body));
    expect(mark.exec(wide ?? '')?.[1]).toBe(text);
    // The payment comes of a view in which nothing of the mail is left, nor whether it failed.
    expect(narrow).toContain('[redacted]');
    expect(narrow).not.toMatch(/"is_error"|"status"|stranger/);
  });
});

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function never(): never {
  throw new Error('no such protocol');
}
