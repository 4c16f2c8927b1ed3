import type { Prompt } from '../port/prompt.ts';
import type { Scored, ScoreOptions, Scorer, ScoreRequest } from '../port/scorer.ts';

/**
 * Scores many requests with one scorer that keeps prefixes, each prefix that they share read once:
 * the order is that of a walk through the tree of all prompts. Results come in the order given.
 */
export async function scoreAll<BackEnd extends string>(
  scorer: Scorer<BackEnd>,
  requests: readonly ScoreRequest[],
  options: ScoreOptions,
): Promise<readonly Scored<BackEnd>[]> {
  const scored = new Map<ScoreRequest, Scored<BackEnd>>();
  for (const request of inTreeOrder(requests)) {
    if (!scored.has(request)) scored.set(request, await scorer.score(request, options));
  }
  return requests.flatMap((request) => scored.get(request) ?? []);
}

/** The requests, so ordered that whatever two prompts begin with alike is read once. */
export function inTreeOrder(requests: readonly ScoreRequest[]): readonly ScoreRequest[] {
  return requests.toSorted(
    (a, b) => comparePrompts(a.prompt, b.prompt) || compareText(a.completion, b.completion),
  );
}

/** Part by part; of two prompts of which one begins the other, the shorter comes first. */
function comparePrompts({ parts: a }: Prompt, { parts: b }: Prompt): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const order = compareText(part.text, other.text) || compareText(part.kind, other.kind);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
