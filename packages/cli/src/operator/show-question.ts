import type { Terminal } from '../terminal.ts';
import type { Detail, Evidence, Summary } from './answers.ts';
import { folded } from './fold.ts';
import { membersOf, type Member } from './members.ts';
import { beyondAscii, isTurned, named, quoted, visible } from './visible.ts';

/** So many characters beyond ASCII are named one by one. */
const lookalikesMax = 20;

type Paint = (text: string) => string;

/** A line, and how it is coloured once it is broken where the screen ends. */
type Line = string | { readonly text: string; readonly paint: Paint };

/** All that a question asks about, in lines. No text of a stranger's begins a line of ours. */
export function questionLines(
  detail: Detail,
  { terminal, nowMs }: { readonly terminal: Terminal; readonly nowMs: number },
): readonly string[] {
  const { bold, dim, red } = terminal.colours;
  const { ceiling, label, run, tenant, rule, hash } = detail;
  const most = ceiling === undefined ? 'none: never without a person' : labelText(ceiling);
  const lines: readonly Line[] = [
    { text: headOf(detail), paint: bold },
    `  run ${named(run)} of ${named(tenant)}, ${timesOf(detail, nowMs)}`,
    `  rule ${named(rule)}: ${violationsOf(detail)}`,
    `  label    ${labelText(label)}`,
    `  ceiling  ${most}`,
    ...argumentLines(detail, terminal),
    ...warningsOf(detail).map((text) => ({ text: `  ${text}`, paint: red })),
    ...dutyLines(detail),
    { text: `  hash ${named(hash)}`, paint: dim },
  ];
  return lines.flatMap((line) =>
    typeof line === 'string'
      ? folded(line, terminal)
      : folded(line.text, terminal).map((text) => line.paint(text)),
  );
}

/** One line of a list. */
export function summaryLine(summary: Summary, nowMs: number): string {
  const { id, tool, run, label, rule, expiresMs, approvedBy } = summary;
  const by = approvedBy.length === 0 ? '' : `, yes from ${approvedBy.map(named).join(', ')}`;
  const what = tool === '' ? 'an answer' : named(tool);
  return (
    `${named(id)}  ${what}  run ${named(run)}, rule ${named(rule)}, ${labelText(label)}, ` +
    `ends in ${duration(expiresMs - nowMs)}${by}`
  );
}

function headOf({ id, tool, state }: Summary): string {
  const what = tool === '' ? 'an answer' : `a call of ${named(tool)}`;
  return `${named(id)}  ${what} (${named(state)})`;
}

function timesOf({ askedMs, expiresMs, state }: Summary, nowMs: number): string {
  const asked = `asked ${duration(nowMs - askedMs)} ago`;
  return state === 'open' ? `${asked}, ends in ${duration(expiresMs - nowMs)}` : asked;
}

function violationsOf({ violations }: Detail): string {
  if (violations.length === 0) return 'asks in any case';
  return violations
    .map(({ dimension, argument }) => {
      const where = argument === '' ? 'the call' : named(argument);
      if (dimension === '*') return `${where} is never automatic`;
      return `${where} is above its ceiling in ${named(dimension)}`;
    })
    .join('; ');
}

function argumentLines(detail: Detail, terminal: Terminal): readonly Line[] {
  const { tool, args } = detail;
  const members = tool === '' ? undefined : membersOf(args);
  const rest = { ...detail, shown: new Set(members?.map(pointerOf)) };
  const whole = tool === '' ? `  answer ${quoted(args)}` : `  arguments ${visible(args)}`;
  if (members === undefined) return [whole, ...elsewhere(rest, terminal)];
  return [
    members.length === 0 ? '  no arguments' : '  arguments',
    ...members.flatMap((member) => [
      { text: `    ${visible(member.text)}`, paint: terminal.colours.bold },
      ...sourcesOf(detail, (pointer) => isUnder(pointer, pointerOf(member)), terminal),
    ]),
    ...elsewhere(rest, terminal),
  ];
}

/** Evidence for no argument that is shown, e.g. for the choice of the tool. */
function elsewhere(
  detail: Detail & { readonly shown: ReadonlySet<string> },
  terminal: Terminal,
): readonly Line[] {
  const isElse = (pointer: string): boolean =>
    ![...detail.shown].some((each) => isUnder(pointer, each));
  const lines = sourcesOf(detail, isElse, terminal);
  return lines.length === 0 ? [] : ['  the call itself', ...lines];
}

function sourcesOf(
  { evidence, unsourced }: Detail,
  isMine: (pointer: string) => boolean,
  terminal: Terminal,
): readonly Line[] {
  const { dim } = terminal.colours;
  return [
    ...evidence
      .filter(({ argument }) => isMine(argument))
      .flatMap((each) => sourceLines(each, dim)),
    ...unsourced.filter(isMine).map((pointer) => `      <- no visible source (${named(pointer)})`),
  ];
}

function sourceLines(each: Evidence, paint: Paint): readonly Line[] {
  const { argument, from, path, how, label, region, excerpt } = each;
  const place = [named(from), ...(path === '$' ? [] : [named(path)])].join(' ');
  const of = argument === '' ? '' : ` of ${named(argument)}`;
  return [
    `      <- ${place} (${named(how)}${of}), ${labelText(label)}, region ${named(region)}`,
    ...(excerpt === '' ? [] : [{ text: `         ${quoted(excerpt)}`, paint }]),
  ];
}

/** JSON pointers (RFC 6901). */
function pointerOf({ name }: Member): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isUnder(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}

function warningsOf({ tool, args }: Detail): readonly string[] {
  const decoded = decodedText(args);
  const beyond = beyondAscii(tool + decoded);
  const names = beyond.slice(0, lookalikesMax).map(({ character, codePoint, times }) => {
    return `${quoted(character).slice(1, -1)} ${codePoint}${times > 1 ? ` (${times}x)` : ''}`;
  });
  const more = beyond.length > lookalikesMax ? [`and ${beyond.length - lookalikesMax} others`] : [];
  return [
    ...(beyond.length === 0
      ? []
      : [`beyond ASCII, may look like something else: ${[...names, ...more].join(', ')}`]),
    ...(isTurned(tool + decoded)
      ? ['written from right to left: your screen may show it in another order']
      : []),
  ];
}

/** Text in which escapes of JSON are what they stand for. */
function decodedText(args: string): string {
  return args.replaceAll(/\\u([\da-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function dutyLines({ approvedBy, waitingFor }: Detail): readonly string[] {
  return [
    ...(approvedBy.length === 0 ? [] : [`  yes from ${approvedBy.map(named).join(', ')}`]),
    ...(waitingFor.length === 0 ? [] : [`  still needs ${waitingFor.map(named).join(', ')}`]),
  ];
}

/** A label's own text is safe to print; that it is one is the gateway's word. */
export function labelText(label: string): string {
  const text = quoted(label).slice(1, -1);
  return text === '' ? 'no label' : text;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
