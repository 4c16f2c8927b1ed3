import { expect, test } from 'vitest';
import { writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const policy = {
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] }, confidentiality: { readers: 'any' } },
  onViolation: 'ask',
  answer: { ceiling: 'top' },
  tools: {},
};

/** The log of a step with labels per argument, explained to a reader with this clearance. */
async function why(clearance: string) {
  const label = 'untrusted & readers{ann}';
  const place = { run: 'r', atMs: 0, step: 1, label };
  const log = [
    { ...place, seq: 1, type: 'step-labelled', kind: 'staged', control: 'trusted & everyone' },
    {
      ...place,
      seq: 2,
      type: 'call-decided',
      callId: 'c1',
      tool: 'send',
      args: '{"body":"STRANGER","to":"bob"}',
      decision: { kind: 'allow', rule: 'send', violations: [] },
      explanation: { evidence: [], unsourced: [] },
    },
  ];
  const file = writtenText('events.jsonl', log.map((each) => JSON.stringify(each)).join('\n'));
  const rules = writtenText('policy.yaml', JSON.stringify(policy));
  return await sluice(['why', 'c1', '--log', file, '--policy', rules, '--clearance', clearance]);
}

test.each(['top', 'trusted & everyone'])('why tells of a staged step at %s', async (clearance) => {
  const { code, out } = await why(clearance);
  expect(code).toBe(0);
  expect(out.includes('STRANGER')).toBe(clearance === 'top');
});
