import { createHash } from 'node:crypto';
import { redact, regionsOf, type Ruling } from '@sluice/core';
import type { KnownCall } from '../call/known-call.ts';

/** Raised with every change of what is asked. */
const version = 1;

/**
 * Names an answer by all that it depends on: the propagator with its options, versions of code and
 * weights, what the call's history and draft say, the labels there, and what the policy rules.
 */
export function answerKey(
  propagator: string,
  { space, history, draft, policy }: KnownCall,
  versions: Readonly<Record<string, string>>,
): string {
  const view = redact(space, history, space.top, { structure: 'keep' });
  const labels = regionsOf(history).map(({ id, label }) => [id, label.text]);
  const { text, calls } = draft;
  const rulings = calls.map(({ tool, args }) => ruled(policy.ruleCall(tool, args)));
  const parts = [
    version,
    propagator,
    Object.entries(versions).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    view,
    labels,
    text,
    calls,
  ];
  return createHash('sha256')
    .update(JSON.stringify([...parts, rulings]))
    .digest('hex');
}

function ruled(ruling: Ruling): unknown {
  if (ruling.kind !== 'ceiling') return [ruling.kind, ruling.rule];
  const each = Object.entries(ruling.perArgument).map(([name, { text }]) => [name, text]);
  return [ruling.ceiling.text, each];
}
