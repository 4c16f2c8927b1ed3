import type { History, View } from '@sluice/core';
import { expect, test } from 'vitest';
import { useTiny } from '../../../test/use-tiny.ts';
import { llamaScorer } from '../../llama/llama-scorer.ts';
import { answers, searched, twoLevels } from '../../testing/labelled-history.ts';
import { proves } from '../../testing/proves.ts';
import { textOf } from '../../testing/word-scorer.ts';
import type { Prompt } from '../../port/prompt.ts';
import { allowedThenFewestHidden } from '../choose.ts';
import { minimalLabels } from '../minimal-labels.ts';
import { enumerateMinimal } from '../search/enumerate.ts';
import { noImportance } from '../search/importance.ts';
import { perplexityDrop } from '../utility/perplexity.ts';
import { historyContext } from './history-context.ts';

const { bottom: trusted, top: untrusted } = twoLevels;
const tiny = useTiny();
const render = (view: View): Prompt => tiny.llama.template.prompt(view);

/** A picture of one label, after a text of another. */
function pictured(image: typeof trusted, text: typeof trusted): History {
  return searched(twoLevels, 'What does it show?', [
    { label: text, text: 'A door.' },
    { label: image, text: undefined },
  ]);
}

async function relevant(history: History) {
  const propagator = minimalLabels({
    scorer: llamaScorer(tiny.llama),
    clearance: untrusted,
    structure: 'keep',
    render,
    completionOf: ({ text }) => text,
    utility: perplexityDrop,
    // Nothing that is found depends on random weights.
    lambda: 1e6,
    search: enumerateMinimal(noImportance),
    choose: allowedThenFewestHidden(() => true),
    labelsMax: 10,
    tokensMax: 100_000,
  });
  const { signal } = new AbortController();
  return propagator.relevant({ space: twoLevels, history, signal, draft: answers('A door.') });
}

proves('labels/clearance', async () => {
  // Neither image ends the search; the label of each is in the answer.
  const label = (each: typeof trusted) => ({ kind: 'label', label: each });
  expect(await relevant(pictured(untrusted, trusted))).toEqual(label(untrusted));
  expect(await relevant(pictured(trusted, untrusted))).toEqual(label(trusted));
});

test('an image is one fixed text to a template that reads text alone', () => {
  const options = { clearance: untrusted, structure: 'keep', render } as const;
  const { promptAt } = historyContext(twoLevels, pictured(untrusted, trusted), options);
  expect(textOf(promptAt(untrusted))).toContain('A door.[image or file]<|im_end|>');
  expect(textOf(promptAt(trusted))).not.toContain('[image or file]');
});
