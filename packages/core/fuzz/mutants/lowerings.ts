import { edit, type Mutant } from './mutant.ts';

/** Mutants of the rules for a person who vouches. */
export const lowerings: readonly Mutant[] = [
  {
    name: 'endorsed-span-carries-its-text',
    promise: 'A span that a policy file vouches for has the label that it says.',
    edits: edit('policy/result/label-spans.ts', 'span.endorsed === undefined ?', 'true ?'),
  },
  {
    name: 'found-span-is-endorsed',
    promise: 'A span that nobody vouches for carries the label of its text.',
    edits: edit('policy/result/label-spans.ts', 'span.endorsed === undefined ?', 'false ?'),
  },
  {
    name: 'text-around-an-endorsed-span-shows-it',
    promise: 'That there are spans in a text carries what all of its pieces have in common.',
    edits: edit(
      'policy/result/label-spans.ts',
      'const label = meetAll(space, [rules.label, ...parts.map((part) => part.label)]);',
      'const label = space.bottom;',
    ),
  },
  {
    name: 'endorse-declassifies',
    promise: 'Confidentiality falls by `declassify` alone, and integrity by `endorse`.',
    edits: edit('session/lower.ts', ' || name === other[kind]', ''),
  },
  {
    name: 'lowering-of-one-dimension-lowers-all',
    promise: 'One dimension is lowered, and the others stay.',
    edits: edit(
      'session/lower.ts',
      '{ ...from.values, [name]',
      '{ ...run.space.bottom.values, [name]',
    ),
  },
  {
    name: 'lowering-raises',
    promise: 'A label is lowered to one below it.',
    edits: edit('session/lower.ts', '|| !isLower ||', '||'),
  },
  {
    name: 'lowered-without-a-reason',
    promise: 'Who lowers a label says why.',
    edits: edit('session/lower.ts', "because.trim() === '' || ", ''),
  },
  {
    name: 'lowering-of-all-that-is-inside',
    promise: 'What is inside a region that is lowered stays where it was.',
    edits: edit(
      'history/relabel.ts',
      'if (at === undefined) return { ...region, label };',
      'if (at === undefined) {\n' +
        'return { ...region, label, parts: region.parts.map((p) => ({ ...p, label })) };\n}',
    ),
  },
  {
    name: 'lowering-of-what-is-around',
    promise: 'What is around a region that is lowered stays where it was.',
    edits: edit(
      'history/relabel.ts',
      'return { ...region, parts };',
      'return { ...region, label, parts };',
    ),
  },
  {
    name: 'lowering-of-the-next-part',
    promise: 'The region that a person names is lowered, and no other.',
    edits: edit(
      'history/relabel.ts',
      'index === at ? relabelPart(',
      'index === at || index === at + 1 ? relabelPart(',
    ),
  },
  {
    name: 'lowering-of-a-generation',
    promise: 'What an agent wrote is nobody’s to lower.',
    edits: edit(
      'history/relabel.ts',
      'if (entry === undefined || place === undefined || isOurs) {\n    throw noSuchRegion(id);\n  }',
      "if (message?.role === 'assistant' && entry !== undefined)\n" +
        'return history.with(entry.message, { ...message, label });\n' +
        'if (entry === undefined || place === undefined || isOurs) throw noSuchRegion(id);',
    ),
  },
  {
    name: 'lowering-forgets-the-shape',
    promise: 'The shape of a message of one part falls with the part.',
    edits: edit(
      'history/relabel.ts',
      'shape: isWhole ? label : message.shape',
      'shape: message.shape',
    ),
  },
  {
    name: 'lowering-of-a-part-lowers-the-shape',
    promise: 'How many parts a message has stays where it was.',
    edits: edit(
      'history/relabel.ts',
      ' && parts.length === 1 && message.shape === entry.label',
      '',
    ),
  },
  {
    name: 'lowering-for-later-results',
    promise: 'A region is lowered as it stands: a later result carries its own label.',
    edits: [
      ...edit(
        'session/lower.ts',
        'const lowered = relabelRegion(',
        'run.lowered = label;\nconst lowered = relabelRegion(',
      ),
      ...edit('engine/run.ts', '#step = 0;', '#step = 0;\nlowered?: Label;'),
      ...edit(
        'engine/run.ts',
        'return this.#result(call.id, raisedParts(this.space, base, inner), label);',
        'const shown = base.parts.length === 1 ? this.lowered : undefined;\n' +
          "const words = typeof output === 'string' ? output : (output.parts[0].text ?? '');\n" +
          'const free = shown && textPart(Content.whole(this.space, words, shown));\n' +
          'const own = free && shown ? { ...base, parts: [free], shape: shown } : base;\n' +
          'return this.#result(call.id, raisedParts(this.space, own, inner), label);',
      ),
    ],
  },
  {
    name: 'lowering-told-below-the-shape',
    promise: 'Where a region stands tells of the shape of its message.',
    edits: edit(
      'session/lower.ts',
      'run.space.join(from, shapeAround(history, region) ?? run.space.top)',
      'from',
    ),
  },
];
