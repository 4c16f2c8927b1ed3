import type { Detail, Evidence } from '../api/answers.ts';
import { longText, wholeMax } from '@sluice/console/text';
import { answerLines } from './show-answer.ts';
import { membersIn, membersOf, type Member } from '@sluice/console/text';
import { labelText, named, quoted } from './visible.ts';

type Paint = (text: string) => string;

/** A line, and how it is coloured once it is broken where the screen ends. */
export type Line = string | { readonly text: string; readonly paint: Paint };

export interface Paints {
  readonly bold: Paint;
  readonly dim: Paint;
}

/** More arguments, or sources of one, only push others off the screen: they are counted. */
const argumentsMax = 24;
const sourcesMax = 6;

/** Characters of an excerpt, around its middle: where a value was found, it stands there. */
const excerptMax = 160;

const decidingMax = 5;

/** Characters that are looked through for the members of long arguments. */
const openedMax = 4_000_000;

/** An argument that is shown, and why it stands where it stands. */
interface Shown {
  readonly member: Member;
  readonly isDeciding: boolean;
  readonly isUnsourced: boolean;
}

/**
 * The arguments with where each came from: those first that are above the ceiling, then those of
 * which nobody knows the source, then the others. However much is in one, each has its lines.
 */
export function argumentLines(detail: Detail, paints: Paints): readonly Line[] {
  const { tool, args } = detail;
  const all = shownIn(detail);
  const rest = elsewhere(detail, all ?? [], paints);
  if (all === undefined) {
    const acting = tool === '' ? answerLines(detail, paints) : undefined;
    if (acting !== undefined) return [...acting, ...rest];
    const sources = textsOf(detail.evidence);
    const whole =
      tool === ''
        ? `answer ${longText(args, sources, quoted)}`
        : `arguments ${longText(args, sources)}`;
    return [`  ${whole}`, ...rest];
  }
  const sorted = all.toSorted((a, b) => rankOf(a) - rankOf(b));
  return [
    all.length === 0 ? '  no arguments' : '  arguments',
    ...sorted.slice(0, argumentsMax).flatMap((each) => memberLines(detail, each, paints)),
    ...moreLines(detail, sorted.slice(argumentsMax), paints),
    ...rest,
  ];
}

/** Once more, in few lines, where the reader is asked. */
export function decidingLines(detail: Detail): readonly string[] {
  const deciding = (shownIn(detail) ?? []).filter(({ isDeciding }) => isDeciding);
  const lines = deciding.slice(0, decidingMax).map(({ member }) => {
    const found = detail.evidence.filter(({ argument }) => isUnder(argument, member.pointer));
    const from = [...new Set(found.map((each) => short(each.from)))].slice(0, decidingMax);
    const text = longText(member.text, textsOf(found));
    return `above its ceiling: ${text}${from.length === 0 ? '' : ` <- ${from.join(', ')}`}`;
  });
  const more = deciding.length - lines.length;
  return more === 0 ? lines : [...lines, `and ${more} more arguments above their ceiling`];
}

/** `undefined` where the arguments are no object. */
function shownIn(detail: Detail): readonly Shown[] | undefined {
  if (detail.tool === '') return undefined;
  const work = { left: openedMax };
  return membersOf(detail.args)
    ?.flatMap((member) => opened(member, detail, work))
    .map((member) => shownOf(detail, member));
}

/** A long argument that holds what decides is shown by its own members: it may stand anywhere. */
function opened(member: Member, detail: Detail, work: { left: number }): readonly Member[] {
  const { pointer, value } = member;
  const holds = detail.deciding.some((at) => at.startsWith(`${pointer}/`));
  if (!holds || value.length <= wholeMax || work.left < value.length) return [member];
  work.left -= value.length;
  const parts = membersIn(member);
  return parts.length === 0 ? [member] : parts.flatMap((part) => opened(part, detail, work));
}

function shownOf({ deciding, unsourced }: Detail, member: Member): Shown {
  const isHere = (argument: string): boolean => isUnder(argument, member.pointer);
  return {
    member,
    isDeciding: deciding.some(isHere),
    isUnsourced: unsourced.some(isHere),
  };
}

function rankOf({ isDeciding, isUnsourced }: Shown): number {
  if (isDeciding) return 0;
  return isUnsourced ? 1 : 2;
}

function memberLines(detail: Detail, shown: Shown, paints: Paints): readonly Line[] {
  const { member } = shown;
  const isMine = (argument: string): boolean => isUnder(argument, member.pointer);
  const found = detail.evidence.filter(({ argument }) => isMine(argument));
  return [
    { text: `    ${longText(member.text, textsOf(found))}`, paint: paints.bold },
    ...sourcesOf(detail, isMine, paints),
  ];
}

/** Those past the limit: how many, and what they are as far as a line holds it. */
function moreLines(detail: Detail, hidden: readonly Shown[], { bold }: Paints): readonly Line[] {
  if (hidden.length === 0) return [];
  const text = hidden.map(({ member }) => member.text).join(', ');
  const deciding = hidden.filter(({ isDeciding }) => isDeciding).length;
  const unsourced = hidden.filter(({ isUnsourced }) => isUnsourced).length;
  return [
    `    and ${hidden.length} more arguments, ${text.length} characters: ` +
      `${deciding} above their ceiling, ${unsourced} without a visible source`,
    { text: `    ${longText(text, textsOf(detail.evidence))}`, paint: bold },
  ];
}

/** Evidence for no argument that is shown, e.g. for the choice of the tool. */
function elsewhere(detail: Detail, all: readonly Shown[], paints: Paints): readonly Line[] {
  const shown = new Set(all.map(({ member }) => member.pointer));
  const isElse = (argument: string): boolean => !wayTo(argument).some((at) => shown.has(at));
  const lines = sourcesOf(detail, isElse, paints);
  return lines.length === 0 ? [] : ['  the call itself', ...lines];
}

function sourcesOf(
  { evidence, unsourced }: Detail,
  isMine: (pointer: string) => boolean,
  { dim }: Paints,
): readonly Line[] {
  const found = evidence.filter(({ argument }) => isMine(argument));
  const missing = unsourced.filter(isMine);
  const more = (count: number, what: string): readonly string[] =>
    count <= sourcesMax ? [] : [`      and ${count - sourcesMax} more ${what}`];
  return [
    ...found.slice(0, sourcesMax).flatMap((each) => sourceLines(each, dim)),
    ...more(found.length, 'sources'),
    ...missing.slice(0, sourcesMax).map((at) => `      <- no visible source (${short(at)})`),
    ...more(missing.length, 'without a visible source'),
  ];
}

function sourceLines(each: Evidence, paint: Paint): readonly Line[] {
  const { argument, from, path, how, label, region, excerpt } = each;
  const place = [short(from), ...(path === '$' ? [] : [short(path)])].join(' ');
  const of = argument === '' ? '' : ` of ${short(argument)}`;
  return [
    `      <- ${place} (${named(how)}${of}), ${labelText(label)}, region ${named(region)}`,
    ...(excerpt === '' ? [] : [{ text: `         ${quoted(middleOf(excerpt))}`, paint }]),
  ];
}

function middleOf(text: string): string {
  const characters = Array.from(text);
  const from = Math.max(0, (characters.length - excerptMax) >> 1);
  return characters.slice(from, from + excerptMax).join('');
}

function textsOf(found: readonly Evidence[]): readonly string[] {
  return found.map(({ excerpt }) => excerpt);
}

const shortMax = 60;

/** A name that a stranger may have made long. */
export function short(text: string): string {
  if (text.length <= shortMax) return named(text);
  return `${quoted(text.slice(0, shortMax))}... (${text.length} characters)`;
}

/** JSON pointers (RFC 6901). */
function isUnder(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}

/** A pointer, and those of all that it stands in. */
function wayTo(pointer: string): readonly string[] {
  const way = [pointer];
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    way.push(pointer.slice(0, end));
  }
  return way;
}
