import {
  Agent,
  applyPatchTool,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  shellTool,
} from '@openai/agents';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { Script } from '../upstream/script.ts';
import { startRig } from './harness.ts';

setTracingDisabled(true);

/** Tools that the provider has a schema for and the client runs: the Agents SDK declares them. */
const policy = `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: block
answer: { ceiling: top }
tools:
  shell: { description: trusted, result: { label: untrusted, format: text }, call: { ceiling: untrusted } }
  apply_patch: { description: trusted, result: { label: trusted, format: text }, call: { ceiling: trusted } }
`;

const listing = { type: 'shell_call', action: { commands: ['ls'], timeout_ms: 1_000 } };
const operation = { type: 'create_file', path: 'a.txt', diff: '+evil' };
const patch = { type: 'apply_patch_call', operation };

const obeys: Script = ({ body }) => {
  const text = JSON.stringify(body['input']);
  if (text.includes('PATCH')) return { calls: [{ tool: 'apply_patch', args: '', item: patch }] };
  if (text.includes('files')) return { text: 'There are files.' };
  return { calls: [{ tool: 'shell', args: '', item: listing }] };
};

interface Did {
  readonly ran: readonly unknown[];
  readonly patched: readonly unknown[];
}

async function agentOf(
  rig: Awaited<ReturnType<typeof startRig>>,
  { stdout, prompt, stream }: { stdout: string; prompt: string; stream: boolean },
): Promise<Did> {
  const ran: unknown[] = [];
  const patched: unknown[] = [];
  const client = new OpenAI({ apiKey: rig.key, baseURL: `${rig.gateway().url}/v1`, maxRetries: 0 });
  const done = (operationDone: unknown): Promise<{ status: 'completed' }> => {
    patched.push(operationDone);
    return Promise.resolve({ status: 'completed' });
  };
  const agent = new Agent({
    name: 'a',
    model: new OpenAIResponsesModel(client, 'm'),
    tools: [
      shellTool({
        shell: {
          run: ({ commands }) => {
            ran.push(commands);
            const outcome = { type: 'exit', exitCode: 0 } as const;
            return Promise.resolve({ output: [{ stdout, stderr: '', outcome }] });
          },
        },
      }),
      applyPatchTool({ editor: { createFile: done, updateFile: done, deleteFile: done } }),
    ],
  });
  if (stream) await run(agent, prompt, { stream: true }).then((result) => result.completed);
  else await run(agent, prompt);
  return { ran, patched };
}

test.each([true, false])('the client runs them, stream %s', async (stream) => {
  await using rig = await startRig({ policy });
  rig.upstream.play(obeys);
  const did = await agentOf(rig, { stdout: 'two files', prompt: 'List.', stream });
  expect(did).toEqual({ ran: [['ls']], patched: [] });
  const last = rig.upstream.requests.at(-1)?.body;
  expect(last).toMatchObject({
    tools: [{ type: 'shell', environment: { type: 'local' } }, { type: 'apply_patch' }],
    input: [{}, { ...listing }, { type: 'shell_call_output', output: [{ stdout: 'two files' }] }],
  });
});

test('a patch that comes of what a command printed is decided on by its label', async () => {
  await using rig = await startRig({ policy });
  rig.upstream.play(obeys);
  const bad = { stdout: 'two PATCH files', prompt: 'List.', stream: false };
  expect((await agentOf(rig, bad).catch(() => ({ patched: [] }))).patched).toEqual([]);
  const good = { stdout: 'none', prompt: 'PATCH', stream: false };
  rig.upstream.play(({ body }) =>
    JSON.stringify(body['input']).includes('apply_patch_call_output')
      ? { text: 'Done.' }
      : { calls: [{ tool: 'apply_patch', args: '', item: patch }] },
  );
  expect((await agentOf(rig, good)).patched).toMatchObject([operation]);
});
