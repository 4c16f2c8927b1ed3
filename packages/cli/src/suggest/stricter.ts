import type { Label, Policy } from '@sluice/core';
import type { Containment } from '../replay/harm.ts';
import type { Replayed } from '../replay/run.ts';
import { overlaps } from '../replay/words.ts';
import { keyOf, type Candidate } from './candidates.ts';

/**
 * The changes that may stop attacks which the policy lets through: what the attacked tools return
 * is not trusted, and no text of strangers leads to the calls that did harm.
 */
export class StricterCandidates {
  readonly #found = new Map<string, Candidate>();

  get all(): readonly Candidate[] {
    return [...this.#found.values()];
  }

  add(replayed: Replayed, verdict: Containment): void {
    const { policy } = replayed;
    const [high, low] = [policy.space.bottom, policy.space.top].map((level) =>
      inIntegrity(policy, level),
    );
    if (high === undefined || low === undefined) return;
    for (const tool of injectedThrough(replayed)) {
      this.#add({ kind: 'strangers', tool, label: low.text });
    }
    for (const { fate, call } of verdict.calls) {
      if (fate === 'allowed') this.#add({ kind: 'ceiling', tool: call.tool, ceiling: high.text });
    }
  }

  #add(candidate: Candidate): void {
    this.#found.set(keyOf(candidate), candidate);
  }
}

/** The tools whose results an injected text stands in. */
function injectedThrough({ run }: Replayed): ReadonlySet<string> {
  const texts = run.attack?.texts ?? [];
  return new Set(
    run.messages.flatMap((message) => {
      if (message.role !== 'tool') return [];
      return texts.some((each) => overlaps(each, message.text)) ? [message.call.tool] : [];
    }),
  );
}

/**
 * The label that is `level` in integrity alone. A ceiling with it lets all else through, and a
 * result with it is open to all: only trust is made stricter here, secrets are not. `undefined`:
 * the policy has no dimension `integrity`.
 */
function inIntegrity({ space }: Policy, level: Label): Label | undefined {
  if (!('integrity' in space.dimensions)) return undefined;
  const rest = level === space.bottom ? space.top : space.bottom;
  return space.of({ ...rest.values, integrity: level.values['integrity'] });
}
