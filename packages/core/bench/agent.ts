import type { PlainTool } from '../src/history/plain.ts';
import { lineage } from '../src/propagate/lineage.ts';
import { definePolicy } from '../src/policy/load.ts';
import { scriptedModel } from '../src/model/scripted.ts';
import { Run } from '../src/engine/run.ts';

export const tools: readonly PlainTool[] = ['read_mail', 'send_mail'].map((name) => {
  return { name, description: `The tool ${name}.`, parameters: { type: 'object' } };
});

/**
 * A mail box whose senders are trusted and whose texts are not, as policies in use say; and one
 * whose texts are trusted where the sender is known.
 */
const rulesByPath = [
  { path: ['$[*].sender', '$[*].amount'], label: 'trusted & readers{me}' },
  { path: '$[*].subject', label: 'untrusted & everyone' },
];

export const policy = await definePolicy({
  version: 1,
  onViolation: 'ask',
  lattice: {
    integrity: { chain: ['trusted', 'untrusted'] },
    readers: { readers: 'any' },
  },
  tools: {
    read_mail: {
      effect: 'read',
      description: 'trusted',
      result: {
        format: 'json',
        label: 'untrusted & readers{me}',
        shape: 'trusted & everyone',
        rules: rulesByPath,
      },
      call: { ceiling: 'untrusted & readers{me}' },
    },
    read_known_mail: {
      effect: 'read',
      description: 'trusted',
      result: {
        format: 'json',
        label: 'untrusted & readers{me}',
        shape: 'trusted & everyone',
        rules: [
          ...rulesByPath,
          {
            path: '$[*].body',
            label: 'trusted & readers{me}',
            when: { '$[*].sender': { matches: '.*@b[a-z]*[.]example' } },
          },
        ],
      },
      call: { ceiling: 'untrusted & readers{me}' },
    },
    send_mail: {
      description: 'trusted',
      result: { format: 'text', label: 'trusted & everyone' },
      call: { ceiling: 'trusted & readers{me}' },
    },
  },
  answer: { ceiling: 'untrusted & readers{me}' },
});

/** A run whose model is never asked. */
export function newRun(): Run {
  let ids = 0;
  return new Run({
    policy,
    model: scriptedModel([]),
    propagator: lineage(),
    explainer: lineage(),
    tools,
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    runId: 'bench',
    nowMs: () => 0,
    newId: () => `${(ids += 1)}`,
    onEvent: undefined,
  });
}
