import { expect, test } from 'vitest';
import { loadPolicy } from '../policy/load.ts';
import type { ModelReply } from '../model/chat-model.ts';
import { naive } from '../propagate/naive.ts';
import { Session } from './session.ts';

const link = 'https://acme.example/offer?for=you';

const policy = await loadPolicy(`
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: block
user: { label: untrusted }
answer: { ceiling: untrusted, withLinks: trusted, links: inert }
tools:
  read_mail: { effect: read, description: trusted, call: { ceiling: top } }
`);

function stepOf(reply: Omit<ModelReply, 'stop'>) {
  const session = new Session({
    policy,
    model: { name: 'fixed', generate: async () => ({ ...reply, stop: 'complete' }) },
    propagator: naive(),
    tools: [{ name: 'read_mail', description: 'read', parameters: { type: 'object' } }],
    structure: 'keep',
    shortcuts: 'none',
    approval: { by: 'framework', clearance: policy.space.bottom },
    runId: 'run',
    nowMs: () => 0,
  });
  const parts = [{ kind: 'text', text: 'What does the mail say?' }] as const;
  return session.step([{ role: 'user', parts }], { signal: new AbortController().signal });
}

test('reasoning beside an answer keeps no link that may not go out', async () => {
  const step = await stepOf({ text: `It says ${link}`, calls: [], reasoning: [`See ${link}`] });
  if (step.kind !== 'replied') throw new Error(step.kind);
  expect(step.text).not.toContain(link);
  expect(JSON.stringify(step.beside)).not.toContain(link);
});

test('reasoning beside calls keeps no link that may not go out', async () => {
  const step = await stepOf({
    text: '',
    reasoning: [`See ${link}`],
    calls: [{ tool: 'read_mail', args: '{}' }],
  });
  if (step.kind !== 'replied') throw new Error(step.kind);
  expect(JSON.stringify(step.beside)).not.toContain(link);
});
