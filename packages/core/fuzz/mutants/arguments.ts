import { edit, type Mutant } from './mutant.ts';

/** Ceilings of single arguments, and what a question says of ceilings. */
export const argumentCeilings: readonly Mutant[] = [
  {
    name: 'argument-ceiling-ignored',
    promise: 'A call runs only where its label flows to the ceiling of each argument.',
    edits: edit(
      'engine/decision.ts',
      'return [whole, ...ceilings].flatMap(',
      'return [whole].flatMap(',
    ),
  },
  {
    name: 'argument-ceiling-of-one',
    promise: 'The ceilings of all arguments count.',
    edits: edit('engine/decision.ts', ', ...ceilings]', ', ...ceilings.slice(1)]'),
  },
  {
    name: 'argument-ceiling-in-place-of-the-call',
    promise: 'The ceiling of the call counts beside those of its arguments.',
    edits: edit(
      'engine/decision.ts',
      'return [whole, ...ceilings].flatMap(',
      'return (ceilings.length > 0 ? ceilings : [whole]).flatMap(',
    ),
  },
  {
    name: 'argument-ceilings-joined',
    promise: 'A label flows to every ceiling, not to their join.',
    edits: edit(
      'engine/decision.ts',
      'return [whole, ...ceilings].flatMap(',
      'const all = ceilings.reduce((a, b) => space.join(a, b.ceiling), ruling.ceiling);\n' +
        'return [{ ...whole, ceiling: all }].flatMap(',
    ),
  },
  {
    name: 'argument-ceiling-not-in-view',
    promise: 'The view at a ceiling stands below those of single arguments.',
    edits: edit(
      'engine/step/screen.ts',
      '[ruling.ceiling, ...Object.values(ruling.perArgument)]',
      '[ruling.ceiling]',
    ),
  },
  {
    name: 'argument-named-by-another-pointer',
    promise: 'A question names the argument whose ceiling it is about.',
    edits: edit('history/document.ts', ".replaceAll('~', '~0')", ''),
  },
  {
    name: 'question-names-no-argument',
    promise: 'A question names the argument whose ceiling it is about.',
    edits: edit('engine/decision.ts', '({ dimension, argument })', "({ dimension, argument: '' })"),
  },
  {
    name: 'question-without-ceiling',
    promise: 'A question shows the ceiling that the call is held against.',
    edits: edit(
      'engine/call/call.ts',
      'ceiling: hasCeiling ? ruling.ceiling : undefined',
      'ceiling: undefined',
    ),
  },
  {
    name: 'policy-rules-on-rewritten-arguments',
    promise: 'The policy rules on the arguments as they were written.',
    edits: edit(
      'engine/call/call.ts',
      'run.rulings.of(call.drafted)',
      'run.rulings.of({ ...call.drafted, args: call.args })',
    ),
  },
];
