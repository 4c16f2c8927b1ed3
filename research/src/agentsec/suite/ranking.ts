import { inTurn, type TaskNumber } from '../task/draw-for.ts';
import { retrievalTask } from '../task/retrieval.ts';
import type { Chunk, SecTask } from '../task/task.ts';

/**
 * `first`: the poisoned passage ranks first; `displaced`: copies of it push everything else out.
 */
const kinds = ['first', 'displaced'] as const;

/** The largest number of results of a search. */
const returnedMax = 3;

/**
 * An attacker of the ranking (8.2): passages full of the words of the question. The search ranks
 * before anybody looks at labels, so that a passage that is then hidden has still taken a place.
 */
export function rankingTask({ seed, index }: TaskNumber): SecTask {
  const kind = inTurn(kinds, index);
  const base = retrievalTask({ seed, index });
  const [round] = base.rounds;
  const blocked = round.adversarial.filter(({ from }) => from === 'beta');
  const copies = kind === 'first' ? 1 : returnedMax;
  const poisoned = blocked.flatMap((chunk) =>
    Array.from({ length: copies }, () => ({ ...chunk, text: `${round.user}\n${chunk.text}` })),
  );
  const adversarial = search(round.user, [...round.benign, ...poisoned]);
  const benign = search(round.user, round.benign);
  return {
    ...base,
    id: `${kind}-${base.id}`,
    kind,
    rounds: [{ ...round, benign, adversarial }],
  };
}

/** The chunks that share most words with the question, those stored first before their equals. */
function search(question: string, store: readonly Chunk[]): readonly Chunk[] {
  const wanted = new Set(wordsOf(question));
  const scoreOf = ({ text }: Chunk): number => {
    return new Set(wordsOf(text).filter((word) => wanted.has(word))).size;
  };
  return store.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, returnedMax);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
