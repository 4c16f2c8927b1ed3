import { callText, type Scorer } from '@sluice/local';
import { introspectionPrompt, reportCall } from '../../asking/introspection-prompt.ts';
import { numberedHistory } from '../../asking/numbered.ts';
import type { Chat } from '../prompt/chat.ts';
import { askedHistory, labelOfRegions } from './asked-history.ts';
import type { Finder } from './finder.ts';
import type { Setting } from './grids.ts';

/** The name of the measure in the table of settings and rows. */
const likelihood = 'likelihood';

/** Nats below the most probable number that a number may be to count as named, rising. */
const margins: readonly number[] = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6];

export function likelihoodGrid(): readonly Setting[] {
  return margins.map((lambda) => ({ utility: likelihood, lambda, pruning: { kind: 'none' } }));
}

/**
 * Introspection that a model too small to write a list can be asked for: each document's number is
 * scored as the one that is reported, under the prompt that asks for it, and those count whose
 * log-probability is within a margin of the most probable one's. What is to be written is ours, so
 * no answer is unreadable, and none repeats the example.
 */
export function likelihoodFinder(scorer: Scorer, chat: Chat, { lambda }: Setting): Finder {
  return async ({ question, lattice, completion, signal }) => {
    const { space } = lattice;
    const history = askedHistory(lattice, question);
    const shown = numberedHistory(space, history, { clearance: space.top, names: 'documents' });
    const draft = { text: completion, calls: [], stop: 'complete' as const };
    const count = shown.numbered.length;
    const asked = { text: shown.text, count, names: 'documents', draft, reasons: false } as const;
    const { messages, report } = introspectionPrompt(asked);
    const prompt = chat.prompt({ messages, tools: [report.tool] });
    const scores: number[] = [];
    for (const [at] of shown.numbered.entries()) {
      const call = callText(reportCall(report.tool, 'documents', [at + 1]));
      const scored = await scorer.score({ prompt, completion: call }, { signal });
      scores.push(scored.logProbabilities.reduce((sum, each) => sum + each, 0));
    }
    const least = Math.max(...scores) - lambda;
    // A score that is no number keeps its document.
    const named = shown.numbered.flatMap((ids, at) => ((scores[at] ?? 0) < least ? [] : ids));
    const regions = [...named, ...shown.always, ...shown.unseen];
    return { labels: [labelOfRegions(space, history, regions)], contexts: 0 };
  };
}
