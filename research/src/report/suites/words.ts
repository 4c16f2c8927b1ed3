import { type Html, markup } from '../html.ts';
import { meaningEntries } from '../tables.ts';

/** Names that the results use without saying what they are. */
const words: readonly (readonly [name: string, meaning: string])[] = [
  ['here, paper', 'measured by this bench; published in the paper, of its own tasks and models'],
  ['–', 'not measured'],
  ['bound', 'a limit that a suite sets for its own figures, e.g. that no guarded attack succeeds'],
  [
    'reader:…, worst-case, noisy',
    'the model is a program, not a language model: it obeys every attacker whose text it sees. ' +
      'Its figures bound what a defence lets through; they do not say how a model reasons',
  ],
  ['selecting, lax, strict', 'how much of a tool’s result a reader must see before it goes on'],
  ['label', 'says where a text came from, or who may read it'],
  ['ceiling', 'the highest label with which a call runs without asking anyone'],
  ['propagator', 'decides on which parts of the history the next call depends'],
  ['none', 'no defence'],
  [
    'confirm-never, confirm-always',
    'the user is asked about no call; about each call that changes something',
  ],
  ['redact-all', 'a defence that hides everything that has a label above the lowest'],
  ['naive', 'a defence that counts every part of the history as a source of every call'],
  ['lineage', 'Sluice’s default: a call’s sources are the texts that its values were copied from'],
  ['attention', 'sources are found by a small network over a local model’s saliency'],
  ['judge', 'sources are named by a language model'],
  ['oracle', 'knows the sources: what a perfect propagator would reach'],
];

/** The words of the whole page in one list, folded. */
export function wordsHtml(): Html {
  const entries = words.map(([name, meaning]) => {
    return markup`<div>
      <dt>${name}</dt>
      <dd>${meaning}</dd>
    </div> `;
  });
  return markup`<details class="part">
    <summary>
      <h2>Words</h2>
      <span class="status">what the names and figures on this page mean</span>
    </summary>
    <div id="words"></div>
    <dl class="words">
      ${entries} ${meaningEntries()}
    </dl>
  </details> `;
}
