import { expect, test } from 'vitest';
import type { PlainMessage } from '../history/plain.ts';
import { labelOfMessage } from '../history/regions.ts';
import { loadPolicy } from '../policy/load.ts';
import { naive } from '../propagate/naive.ts';
import { Session } from '../session/session.ts';

const file = `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: top }
tools:
  read_message:
    description: trusted
    call: { ceiling: top }
    result:
      format: text
      label: untrusted
      rules:
        - { path: $, args: { id: 1234567890123456800 }, label: trusted }
`;

/** The integrity of the result of a call that the client runs with the digits that the model wrote. */
async function integrityOf(id: string): Promise<unknown> {
  const policy = await loadPolicy(file);
  const { signal } = new AbortController();
  const session = new Session({
    policy,
    model: {
      name: 'fixed',
      generate: (_: unknown) =>
        Promise.resolve({
          text: '',
          calls: [{ tool: 'read_message', args: `{"id":${id}}` }],
          stop: 'complete' as const,
        }),
    },
    propagator: naive(),
    tools: [{ name: 'read_message', description: '', parameters: { type: 'object' } }],
    structure: 'keep',
    shortcuts: 'none',
    approval: { by: 'framework', clearance: policy.space.top },
  });
  const sent: PlainMessage[] = [{ role: 'user', parts: [{ kind: 'text', text: 'read it' }] }];
  const step = await session.step(sent, { signal });
  if (step.kind !== 'replied') throw new Error(step.kind);
  const [call] = step.calls;
  sent.push({ role: 'assistant', text: step.text, calls: step.calls });
  sent.push({
    role: 'tool',
    callId: call?.id ?? '',
    tool: 'read_message',
    parts: [{ kind: 'text', text: 'EVIL' }],
  });
  await session.step(sent, { signal });
  const result = session.history.messages.find(({ role }) => role === 'tool');
  return result && labelOfMessage(policy.space, result).values['integrity'];
}

test('a result is labelled by the number that the model wrote, to its last digit', async () => {
  expect(await integrityOf('1234567890123456800')).toBe('trusted');
  expect(await integrityOf('1234567890123456789')).toBe('untrusted');
});
