import { edit, type Mutant } from './mutant.ts';

/** Mutants of the views that the model is sent. */
export const views: readonly Mutant[] = [
  {
    name: 'redact-after-sending',
    promise: 'The model is sent the redacted view.',
    edits: edit(
      'engine/step/generate.ts',
      'redact(run.space, history, label, { structure })',
      'redact(run.space, history, run.space.top, { structure })',
    ),
  },
  {
    name: 'clearance-ignored-for-draft',
    promise: 'A draft is redacted to the clearance of the model.',
    edits: edit(
      'engine/step/screen.ts',
      'run.space.meet(run.atLeast(labelOfHistory(run.space, history)), run.clearance())',
      'labelOfHistory(run.space, history)',
    ),
  },
  {
    name: 'clearance-ignored-for-narrow-view',
    promise: 'Every view is redacted to the clearance of the model.',
    edits: edit(
      'engine/step/screen.ts',
      'const label = run.space.meet(found, run.clearance());',
      'const label = found;',
    ),
  },
  {
    name: 'undeclared-name-passed-on',
    promise: 'The name of an undeclared tool is text with the label of its call.',
    edits: edit(
      'redact/redact.ts',
      'tool: call.declared || seen ? call.tool : undeclaredTool',
      'tool: call.tool',
    ),
  },
  {
    name: 'ids-passed-through',
    promise: 'Ids are counted in the view.',
    edits: edit('redact/redact.ts', 'id: `call_${this.calls}`', 'id: call.id'),
  },
  {
    name: 'hidden-description-shown',
    promise: 'A description above the step is a placeholder.',
    edits: edit('redact/redact.ts', 'if (this.sees(label)) return [tool];', 'return [tool];'),
  },
  {
    name: 'hidden-name-shown',
    promise: 'A name of a tool that nobody vouches for leaves a view with its description.',
    edits: edit('redact/redact.ts', 'if (vouched !== true) return [];', ''),
  },
  {
    name: 'name-in-past-calls-shown',
    promise: 'A name that nobody vouches for is text in past calls, too.',
    edits: edit('engine/run.ts', 'declared: declared && this.tools.isVouched(tool)', 'declared'),
  },
  {
    name: 'hidden-shape-shown',
    promise: 'How many parts a message has is hidden where its shape is.',
    edits: edit('redact/redact.ts', 'if (!this.sees(shape)) return hiddenParts;', ''),
  },
  {
    name: 'drop-leaves-an-empty-exchange',
    promise: 'In drop mode not even the number of hidden exchanges is left.',
    edits: edit(
      'redact/redact.ts',
      "else if (this.#structure === 'keep' || this.#visibility.sees(turn.message.label)) {",
      'else {',
    ),
  },
  {
    name: 'drop-by-label-of-result',
    promise: 'Drop mode goes by the label of the call: a high result of a low call stays.',
    edits: edit(
      'redact/redact.ts',
      "else if (this.#structure === 'keep' || this.#visibility.sees(turn.message.label)) {",
      "else if (this.#structure === 'keep' || (this.#visibility.sees(turn.message.label) && " +
        'turn.results.every(({ message: m }) => m && this.#visibility.sees(m.shape)))) {',
    ),
  },
  {
    name: 'part-shown-with-its-container',
    promise: 'A part above the step is a placeholder in a container that is shown.',
    edits: edit(
      'redact/redact-content.ts',
      'if (this.#isShown(part)) this.#show(part);',
      'if (this.#isShown(region)) this.#show(part);',
    ),
  },
  {
    name: 'results-out-of-order',
    promise: 'Results stand in the order of their calls.',
    edits: edit(
      'redact/redact.ts',
      'for (const { call, message: result } of results)',
      'for (const { call, message: result } of results.toReversed())',
    ),
  },
  {
    name: 'image-of-another-kind',
    promise: 'A part that nobody reads is passed on untouched.',
    edits: edit('redact/redact-content.ts', 'mediaType: part.mediaType', "mediaType: 'text/plain'"),
  },
];
