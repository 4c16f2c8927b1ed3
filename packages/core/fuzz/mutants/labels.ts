import { edit, type Mutant } from './mutant.ts';

/** Labels only rise, and all that a step appends carries its label. */
export const labels: readonly Mutant[] = [
  {
    name: 'join-forgets-one-side',
    promise: 'A join is at least as restrictive as both.',
    edits: edit('label/space.ts', 'part.join(a.values[name], b.values[name])', 'a.values[name]'),
  },
  {
    name: 'relevant-region-skipped',
    promise: 'The label of a step is the join over all relevant regions.',
    edits: edit(
      'propagate/label-of.ts',
      'for (const id of ids) {',
      'for (const id of ids.slice(1)) {',
    ),
  },
  {
    name: 'result-without-call-label',
    promise: 'A result carries the label of its call.',
    edits: edit('engine/labelling.ts', 'part.content.raisedTo(space, label)', 'part.content'),
  },
  {
    name: 'result-shape-without-call-label',
    promise: 'How many parts a result has carries the label of its call.',
    edits: edit(
      'engine/labelling.ts',
      'shape: space.join(whole.shape, label)',
      'shape: whole.shape',
    ),
  },
  {
    name: 'failure-shown-without-its-shape',
    promise: 'That a call failed carries the label of the shape of its result.',
    edits: edit(
      'redact/redact.ts',
      'const failed = result?.failed === true && this.#visibility.sees(result.shape);',
      'const failed = result?.failed === true;',
    ),
  },
  {
    name: 'failure-forgotten-when-raised',
    promise: 'That a call failed is told wherever the shape of its result is.',
    edits: edit(
      'engine/labelling.ts',
      'return { parts, shape, ...(failed && { failed }) };',
      'return { parts, shape };',
    ),
  },
  {
    name: 'refusal-at-bottom',
    promise: 'A refusal carries the label of its call.',
    edits: edit(
      'engine/run.ts',
      '};\n    return this.#raisedResult(callId, base, label);',
      '};\n    return this.#raisedResult(callId, base, this.space.bottom);',
    ),
  },
  {
    name: 'answer-at-bottom',
    promise: 'An answer carries the label of its generation.',
    edits: edit(
      'session/held.ts',
      'run.generationMessage(said, [], label)',
      'run.generationMessage(said, [], run.space.bottom)',
    ),
  },
  {
    name: 'shape-ignored-in-parts',
    promise: 'The label of a container flows to the label of each of its parts.',
    edits: edit(
      'history/content.ts',
      'const label = this.#space.join(own, around);',
      'const label = own;',
    ),
  },
  {
    name: 'unlabelled-result-at-bottom',
    promise: 'A result that the policy fails to label is at the top.',
    edits: edit(
      'engine/labelling.ts',
      'Content.whole(policy.space, result.text, policy.space.top)',
      'Content.whole(policy.space, result.text, policy.space.bottom)',
    ),
  },
  {
    name: 'failure-labelled-as-result',
    promise: 'The text of a failure has a label of its own.',
    edits: edit(
      'engine/labelling.ts',
      'text: part.text, failed }',
      'text: part.text, failed: false }',
    ),
  },
  {
    name: 'tool-description-at-bottom',
    promise: 'A description of a tool is a region with a label.',
    edits: edit(
      'engine/labelling.ts',
      'label: policy.labelTool(tool)',
      'label: policy.space.bottom',
    ),
  },
  {
    name: 'session-result-without-call-label',
    promise: 'A result that a framework brings carries the label of its call.',
    edits: edit(
      'session/transcript/client-message.ts',
      'run.resultMessage(call, output, { label, within });',
      'run.resultMessage(call, output, { label: run.space.bottom });',
    ),
  },
  {
    name: 'session-refusal-at-bottom',
    promise: 'What a framework says of a call that a person refused carries the label of the call.',
    edits: edit(
      'session/transcript/client-message.ts',
      'refusedAs, words), label)',
      'refusedAs, words), run.space.bottom)',
    ),
  },
];
