import { expect } from 'vitest';
import type { Asker, AskerAnswer } from '../engine/call/confirm.ts';
import type { ConfirmRequest } from '../engine/decision.ts';
import type { FileLabels } from '../engine/files.ts';
import { scriptedModel } from '../model/scripted.ts';
import { loadPolicy } from '../policy/load.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import { Session } from './session.ts';

const policy = await loadPolicy(`
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  test: { description: trusted, call: { ceiling: trusted }, result: { format: text, label: trusted } }
  deploy: { description: trusted, call: never, result: { format: text, label: trusted } }
`);
const { space } = policy;

/** A generation that tests and deploys; the person is asked about the deployment. */
function heldBack() {
  const shown: ConfirmRequest[] = [];
  let says: AskerAnswer = { kind: 'later' };
  const asker: Asker = {
    clearance: space.top,
    open: async (request) => void shown.push(request),
    answer: async () => says,
    notice: () => 'waiting for a person',
  };
  const code = { label: space.bottom };
  const files: FileLabels = {
    decided: () => {},
    label: () => space.bottom,
    runs: ({ tool }) => (tool === 'test' ? code.label : space.bottom),
  };
  const model = scriptedModel((_, generation) =>
    generation === 0
      ? { calls: ['test', 'deploy'].map((tool) => ({ tool, args: {} })) }
      : `done ${generation}`,
  );
  const session = new Session({
    policy,
    model,
    propagator: naive(),
    tools: ['test', 'deploy'].map((name) => ({
      name,
      description: name,
      parameters: { type: 'object' },
    })),
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    files,
    approval: { by: 'asker', asker },
    runId: 'run',
    nowMs: () => 0,
  });
  const { signal } = new AbortController();
  const user = { role: 'user', parts: [{ kind: 'text', text: 'go' }] } as const;
  return {
    code,
    step: () => session.step([user], { signal }),
    approve: () => (says = { kind: 'yes', by: ['ann'], hash: shown[0]?.hash ?? '' }),
    refused: () => session.events.filter(({ type }) => type === 'call-refused'),
  };
}

proves('step/files-while-held', async () => {
  for (const isWritten of [false, true]) {
    const { code, step, approve, refused } = heldBack();
    expect((await step()).kind).toBe('waiting');
    // Another conversation writes a stranger's text into the code meanwhile.
    if (isWritten) code.label = space.top;
    approve();
    const given = await step();
    const tools = given.kind === 'replied' ? given.calls.map(({ tool }) => tool) : [];
    expect(tools).toEqual(isWritten ? ['deploy'] : ['test', 'deploy']);
    expect(refused()).toHaveLength(isWritten ? 1 : 0);
  }
});
