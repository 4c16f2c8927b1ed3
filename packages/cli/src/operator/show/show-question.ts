import type { Terminal } from '../../terminal.ts';
import type { Detail, Summary } from '../api/answers.ts';
import { folded } from './fold.ts';
import { factOf, wholeMax } from '@sluice/console/text';
import { argumentLines, decidingLines, short, type Line } from './show-arguments.ts';
import { beyondAscii, isTurned, labelText, named, quoted } from './visible.ts';

/** So many characters beyond ASCII are named one by one. */
const lookalikesMax = 20;

/** All that a question asks about, in lines. No text of a stranger's begins a line of ours. */
export function questionLines(
  detail: Detail,
  { terminal, nowMs }: { readonly terminal: Terminal; readonly nowMs: number },
): readonly string[] {
  const { bold, dim, red } = terminal.colours;
  const { ceiling, label, run, tenant, rule, hash } = detail;
  const limit = ceiling === undefined ? 'none: never without a person' : labelText(ceiling);
  const lines: readonly Line[] = [
    { text: headOf(detail), paint: bold },
    `  run ${named(run)} of ${named(tenant)}, ${timesOf(detail, nowMs)}`,
    `  rule ${named(rule)}: ${violationsOf(detail)}`,
    `  label    ${labelText(label)}`,
    `  ceiling  ${limit}`,
    ...argumentLines(detail, terminal.colours),
    ...warningsOf(detail).map((text) => ({ text: `  ${text}`, paint: red })),
    ...decidingLines(detail).map((text) => ({ text: `  ${text}`, paint: bold })),
    ...wholeLines(detail),
    { text: `  ${factOf(detail).sentence}`, paint: bold },
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
  const what = tool === '' ? 'an answer' : short(tool);
  return (
    `${named(id)}  ${what}  run ${named(run)}, rule ${named(rule)}, ${labelText(label)}, ` +
    `ends in ${duration(expiresMs - nowMs)}${by}`
  );
}

function headOf({ id, tool, rule, state }: Summary): string {
  // The rule's name is the engine's own.
  const acts = rule.startsWith('acting answer') ? ' that its client acts on' : '';
  const what = tool === '' ? `an answer${acts}` : `a call of ${short(tool)}`;
  return `${named(id)}  ${what} (${named(state)})`;
}

function timesOf({ askedMs, expiresMs, state }: Summary, nowMs: number): string {
  const asked = `asked ${duration(nowMs - askedMs)} ago`;
  return state === 'open' ? `${asked}, ends in ${duration(expiresMs - nowMs)}` : asked;
}

const violationsMax = 8;

function violationsOf({ violations }: Detail): string {
  if (violations.length === 0) return 'asks in any case';
  const shown = violations.slice(0, violationsMax).map(({ dimension, argument }) => {
    const where = argument === '' ? 'the call' : short(argument);
    if (dimension === '*') return `${where} is never automatic`;
    return `${where} is above its ceiling in ${named(dimension)}`;
  });
  const more = violations.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Where something is folded, how to read all of it. */
function wholeLines({ id, args }: Detail): readonly string[] {
  if (args.length <= wholeMax) return [];
  return [`  all of it, ${args.length} characters: sluice approvals ${named(id)} --json`];
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

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
