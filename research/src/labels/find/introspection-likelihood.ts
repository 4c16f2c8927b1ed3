import { callText, type Scorer } from '@sluice/local';
import { introspectionPrompt, reportCall } from '../../asking/introspection-prompt.ts';
import { type Numbered, numberedHistory } from '../../asking/numbered.ts';
import type { Chat } from '../prompt/chat.ts';
import { askedHistory, labelOfRegions } from './asked-history.ts';
import type { Finder } from './finder.ts';
import type { Setting } from './grids.ts';

/**
 * The measures of a number, as rows are named: how probable it is as the one reported, and how much
 * more probable the draft makes it. A model prefers some numbers whatever is asked, the first above
 * all; the second measure takes that out.
 */
const measures = ['likelihood', 'likelihood-gained'] as const;

/** Nats below the best number that a number may be to count as named, rising. */
const margins: readonly number[] = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6];

export function likelihoodGrid(): readonly Setting[] {
  return measures.flatMap((utility) =>
    margins.map((lambda): Setting => ({ utility, lambda, pruning: { kind: 'none' } })),
  );
}

/**
 * Introspection that a model too small to write a list can be asked for: each document's number is
 * scored as the one that is reported, under the prompt that asks for it, and those count that are
 * within a margin of the best one. What is to be written is ours, so no answer is unreadable, and
 * none repeats the example.
 */
export function likelihoodFinder(scorer: Scorer, chat: Chat, setting: Setting): Finder {
  return async ({ question, lattice, completion, signal }) => {
    const { space } = lattice;
    const history = askedHistory(lattice, question);
    const shown = numberedHistory(space, history, { clearance: space.top, names: 'documents' });
    const scoresOf = (text: string): Promise<readonly number[]> =>
      numberScores(shown, { scorer, chat, text, signal });
    const scores = await scoresOf(completion);
    const before = setting.utility === 'likelihood' ? undefined : await scoresOf('');
    const gains = scores.map((score, at) => score - (before?.[at] ?? 0));
    const least = Math.max(...gains) - setting.lambda;
    // A score that is no number keeps its document.
    const named = shown.numbered.flatMap((ids, at) => ((gains[at] ?? 0) < least ? [] : ids));
    const regions = [...named, ...shown.always, ...shown.unseen];
    return { labels: [labelOfRegions(space, history, regions)], contexts: 0 };
  };
}

interface Scoring {
  readonly scorer: Scorer;
  readonly chat: Chat;
  /** The text of the draft. */
  readonly text: string;
  readonly signal: AbortSignal;
}

/** Nats of each number as the only one reported. */
async function numberScores(
  { text: shown, numbered }: Numbered,
  { scorer, chat, text, signal }: Scoring,
): Promise<readonly number[]> {
  const draft = { text, calls: [], stop: 'complete' as const };
  const asked = { text: shown, count: numbered.length, names: 'documents', draft } as const;
  const { messages, report } = introspectionPrompt({ ...asked, reasons: false });
  const prompt = chat.prompt({ messages, tools: [report.tool] });
  const scores: number[] = [];
  for (const [at] of numbered.entries()) {
    const call = callText(reportCall(report.tool, 'documents', [at + 1]));
    const scored = await scorer.score({ prompt, completion: call }, { signal });
    scores.push(scored.logProbabilities.reduce((sum, each) => sum + each, 0));
  }
  return scores;
}
