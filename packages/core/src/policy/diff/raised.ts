import type { Label, LabelSpace } from '../../label/label.ts';
import { SluiceError } from '../../errors.ts';
import { compiledPartsOf } from '../load.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import type { Policy } from '../policy.ts';
import { firstOfEach } from './cells.ts';
import type { Sides } from './sides.ts';
import type { Source } from './sources.ts';

/** A ceiling as it is written, and not as other settings let it count. */
interface Ceiling {
  /** Equal places in two policies have equal ones. */
  readonly name: string;
  readonly label: Label;
  /** The tool whose calls it is of, or a word in the names of its sinks. */
  readonly tool?: string | undefined;
  readonly word?: string | undefined;
}

/** A sink to which the change opens a flow. */
interface OpenedSink {
  readonly sink: string;
  readonly tool: string | undefined;
}

/**
 * Ceilings that allow more than before, and to which no flow opens: another setting holds back what
 * they allow, or no text has such a label. A later change may open those flows unseen.
 */
export function raisedCeilings(
  { before, after }: Sides,
  opened: readonly OpenedSink[],
): readonly string[] {
  const old = new Map(ceilingsOf(before).map((each) => [each.name, each.label]));
  return ceilingsOf(after).flatMap((each) => {
    const was = old.get(each.name);
    if (was === undefined || !isAbove(after.space, each.label, was)) return [];
    if (opened.some((sink) => isOf(each, sink))) return [];
    const labels = `${was.text} before, now ${each.label.text}`;
    return [`${each.name} now allows more (${labels}), but opens no flow today`];
  });
}

/** Sources whose label is lower than before, and from which no flow opens. */
export function loweredLabels(
  { after }: Sides,
  sources: readonly Source[],
  opened: ReadonlySet<string>,
): readonly string[] {
  const lowered = sources.filter(
    (source) => !opened.has(source.name) && isBelow(after.space, source.after, source.before),
  );
  return firstOfEach(lowered, ({ name }) => name).map((source) => {
    const labels = `${source.before.text} before, now ${source.after.text}`;
    return `the label of ${source.name} is lower (${labels}), but opens no flow today`;
  });
}

function isOf({ tool, word }: Ceiling, opened: OpenedSink): boolean {
  if (tool !== undefined) return opened.tool === tool;
  return opened.tool === undefined && word !== undefined && opened.sink.includes(word);
}

/** A label that the new lattice does not have may have been a lower one. */
function isAbove(space: LabelSpace, now: Label, was: Label): boolean {
  const old = labelIn(space, was);
  return old === undefined || !space.flowsTo(now, old);
}

/** That the lattice is another is said by itself. */
function isBelow(space: LabelSpace, now: Label, was: Label): boolean {
  const old = labelIn(space, was);
  return old !== undefined && !space.flowsTo(old, now);
}

/** `undefined` for a label that a space does not have. */
function labelIn(space: LabelSpace, { text }: Label): Label | undefined {
  try {
    return space.parse(text);
  } catch (error) {
    if (error instanceof SluiceError) return undefined;
    throw error;
  }
}

function ceilingsOf(policy: Policy): readonly Ceiling[] {
  const compiled = compiledPartsOf(policy);
  return [
    ...callCeilings(compiled),
    ...answerCeilings(compiled),
    ...[...compiled.models].flatMap(([model, { main, judge }]) => [
      { name: `what \`${model}\` may see as the main model`, label: main, word: 'model' },
      { name: `what \`${model}\` may see as a second model`, label: judge, word: 'model' },
    ]),
    ...[...compiled.providerTools].map(([name, { ceiling }]) => {
      return { name: `the ceiling of the provider's ${name}`, label: ceiling, word: 'provider' };
    }),
  ];
}

function callCeilings({ source, tools }: CompiledPolicy): readonly Ceiling[] {
  return [...tools].flatMap(([tool, { call }]): readonly Ceiling[] => {
    const written = source.tools[tool]?.call;
    if (call === undefined || call === 'never' || typeof written !== 'object') return [];
    const base = call.base.ceiling;
    return [
      { name: `the ceiling of ${tool}`, label: base, tool },
      ...call.rules.map(({ name, ceiling, index }) => {
        const when = JSON.stringify(written.rules?.[index]?.when);
        const rule = written.rules?.[index]?.name === undefined ? `for ${when}` : `of rule ${name}`;
        return { name: `the ceiling ${rule} of ${tool}`, label: ceiling, tool };
      }),
      ...call.data.flatMap(({ name, ceilingUnder, linksUnder }) => [
        { name: `the ceiling of \`${name}\` of ${tool}`, label: ceilingUnder(base), tool },
        { name: `\`withLinks\` of \`${name}\` of ${tool}`, label: linksUnder(base), tool },
      ]),
    ];
  });
}

function answerCeilings({ source, answer, compiler }: CompiledPolicy): readonly Ceiling[] {
  const { withLinks } = source.answer;
  const links = withLinks === undefined ? answer.ceiling : compiler.space.parse(withLinks);
  const word = 'answer';
  return [
    { name: 'the ceiling of the answer', label: answer.ceiling, word },
    { name: '`withLinks` of the answer', label: links, word },
    ...answer.fields.map(({ path, ceiling }) => {
      return { name: `the ceiling of ${path.text} of the answer`, label: ceiling, word };
    }),
  ];
}
