import {
  joinsOf,
  redact,
  regionsOf,
  type Label,
  type Policy,
  type Propagator,
  type PropagatorInput,
} from '@sluice/core';
import type { Reader, ReaderOutput } from '../reader/reader.ts';

const joinsMax = 64;

/**
 * A perfect propagator for a worst-case reader: the lowest label whose view lets it take the task's
 * own next step. Ground truth, for comparison; no such thing exists for a model.
 */
export function oracleFor(reader: Reader): (policy: Policy) => Propagator {
  return () => ({
    name: 'oracle',
    needs: 'draft',
    relevant: (input) => {
      const label = lowestThatServes(reader, input);
      if (label !== undefined) return { kind: 'label', label };
      return { kind: 'all', because: 'no view lets the task go on' };
    },
  });
}

function lowestThatServes(
  { decide }: Reader,
  { space, history }: PropagatorInput,
): Label | undefined {
  const labels = regionsOf(history).map(({ label }) => label);
  const candidates = joinsOf(space, labels, { max: joinsMax }) ?? [];
  return candidates.find((label) =>
    serves(decide(redact(space, history, label, { structure: 'keep' }))),
  );
}

function serves({ why, calls }: ReaderOutput): boolean {
  return why === 'answer' || (why === 'task' && calls.every(({ purpose }) => purpose === 'user'));
}
