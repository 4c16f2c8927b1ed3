import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { inTurn } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

const reader = 'whistle.blower@press.example';

const policy = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
onViolation: ask
answer: { ceiling: top }
tools:
  read_inbox:
    effect: read
    description: trusted
    result:
      format: json
      label: untrusted & nobody
      shape: trusted & everyone
      rules:
        - name: mail
          path: $[*]['from', 'to', 'body']
          label: untrusted
          readersFrom: ['$[*].from', '$[*].to']
    call: { ceiling: top }
  send_mail:
    description: trusted
    result: { format: text, label: trusted & everyone }
    call: { ceiling: trusted & everyone }
`;

const tools = ['read_inbox', 'send_mail'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object' } },
}));
const read = { calls: [{ tool: 'read_inbox', args: '{}' }] };
const send = { calls: [{ tool: 'send_mail', args: '{"body":"the plans"}' }] };
const inbox = [{ from: reader, to: 'ann@acme.example', body: 'the plans' }];

async function post(rig: Rig, messages: readonly unknown[]): Promise<Response> {
  return await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': rig.key },
    body: JSON.stringify({ model: 'm', tools, messages }),
  });
}

function bytesOf({ folder }: Rig): Buffer {
  const names = readdirSync(folder).filter((name) => name.startsWith('sluice.db'));
  return Buffer.concat(names.map((name) => readFileSync(path.join(folder, name))));
}

proves('store/sealed', async () => {
  await using rig = await startRig({ policy, wait: 0 });
  rig.upstream.play(inTurn(read, send, send));
  const user = { role: 'user', content: 'Read my mail.' };
  const first = await post(rig, [user]);
  const reply = (await first.json()) as {
    choices: readonly [{ message: { tool_calls: readonly [{ id: string }] } }];
  };
  const { message } = reply.choices[0];
  const result = { role: 'tool', tool_call_id: message.tool_calls[0].id };
  const told = { ...result, content: JSON.stringify(inbox) };
  expect((await post(rig, [user, message, told])).status).toBe(200);
  const { questions, events } = rig.gateway().store;
  const labels = async (): Promise<readonly (string | undefined)[]> =>
    (await events.list({ limit: 100 })).map(({ label }) => label);
  // It is in a label of the audit and in that of a question, and in no file.
  expect((await labels()).join()).toContain(reader);
  expect((await questions.list({ limit: 9 }))[0]?.label).toContain(reader);
  expect(bytesOf(rig).includes('question-asked')).toBe(true);
  expect(bytesOf(rig).includes(reader)).toBe(false);
  const run = first.headers.get('x-sluice-run') ?? '';
  expect(await events.erase('acme', run, Date.now())).toBe(true);
  expect((await labels()).filter((label) => label !== undefined)).toEqual([]);
  expect(await questions.list({ limit: 9 })).toEqual([]);
});
