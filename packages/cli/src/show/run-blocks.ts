import {
  type Call,
  type Content,
  type History,
  type LabelSpace,
  type Message,
  type MonitorEvent,
  type Part,
  placeholder,
  type PlainMessage,
  reveal,
  textOf,
  type View,
} from '@sluice/core';
import type { Terminal } from '../terminal.ts';
import { decisionText } from './decision.ts';
import { printable } from './printable.ts';
import { placesOf } from './place.ts';
import { painterFor, type Painter } from './regions.ts';
import { shownSteps, type ShownStep, stepWords } from './shown-steps.ts';
import { type ShownText, textIndent, textLines, wrapped } from './text-lines.ts';

/** The history, events and views of a guarded run. */
export interface LabelledRecord {
  readonly history: History;
  readonly events: readonly MonitorEvent[];
  /** The view of each generation, in order. */
  readonly views: readonly View[];
  /** The words for an answer to a question that no person gave. */
  readonly answerWords?: string;
}

/** The lines of one message; a reader may step from block to block. */
export type Block = readonly string[];

type Decided = Extract<MonitorEvent, { type: 'call-decided' }>;

/** A guarded run, message by message: regions, what a step was shown, decisions and their paths. */
export function labelledBlocks(
  record: LabelledRecord,
  space: LabelSpace,
  terminal: Terminal,
): readonly Block[] {
  const { history } = record;
  const painter = painterFor(space, terminal);
  const place = placesOf(history);
  const steps = shownSteps(record);
  let step = 0;
  return history.messages.map((message) => {
    if (message.role !== 'assistant') return contentBlock(message, painter, terminal);
    const taken = steps[step];
    step += 1;
    const { bold, dim } = terminal.colours;
    const how = taken === undefined ? '' : `  ${taken.how}: ${dim(stepWords[taken.how])}`;
    return [
      ...wrapped(`${dim(`step ${step}`)} at ${painter.label(message.label)}${how}`, terminal),
      ...(taken === undefined ? [] : shownLines(taken, terminal)),
      ...(reveal(message.text) === ''
        ? []
        : textLines(`${bold('agent')} `, { text: shownText(message.text, painter) }, terminal)),
      ...message.calls.flatMap((call) => callLines(call, { record, painter, place, terminal })),
    ];
  });
}

function contentBlock(
  message: Exclude<Message, { role: 'assistant' }>,
  painter: Painter,
  terminal: Terminal,
): readonly string[] {
  const { colours } = terminal;
  if (message.role === 'system') return [];
  const who = colours.bold(message.role === 'user' ? 'user  ' : 'result');
  const labels = message.parts.map((part) =>
    painter.label(part.kind === 'text' ? part.content.root.label : part.label),
  );
  const tail = `  ${colours.dim('[')}${labels.join(', ')}${colours.dim(']')}`;
  const [only, ...more] = message.parts;
  if (only?.kind === 'text' && more.length === 0) {
    return textLines(who, { text: shownText(only.content, painter), tail }, terminal);
  }
  const text = message.parts.map((part) => partText(part, painter)).join('');
  return wrapped(`${who} ${text.trimEnd()}${tail}`, terminal);
}

function shownText(content: Content, painter: Painter): ShownText {
  return { raw: reveal(content), paint: (start, end) => painter.piece(content, start, end) };
}

function partText(part: Part, painter: Painter): string {
  return part.kind === 'text' ? painter.content(part.content) : `<${part.mediaType}>`;
}

/** The messages of the view in which something is hidden, as the model saw them. */
function shownLines({ shown }: ShownStep, terminal: Terminal): readonly string[] {
  const { dim, inverse } = terminal.colours;
  return shown.flatMap((message) => {
    const raw = seenText(message);
    if (!raw.includes(placeholder)) return [];
    const paint = (start: number, end: number): string =>
      printable(raw.slice(start, end)).replaceAll(placeholder, inverse(placeholder));
    const who = message.role === 'tool' ? printable(message.tool) : roleWords[message.role];
    const indent = ' '.repeat(textIndent);
    return textLines(`${indent}${dim(`shown of ${who}:`)}`, { text: { raw, paint } }, terminal);
  });
}

const roleWords = { system: 'the system', user: 'the user', assistant: 'the agent' } as const;

function seenText(message: PlainMessage): string {
  return message.role === 'assistant'
    ? [message.text, ...message.calls.map((call) => `-> ${call.tool} ${call.args}`)]
        .join(' ')
        .trim()
    : textOf(message.parts);
}

/** Which message is the first step that was shown less than all; -1 where none was. */
export function firstHiding(record: LabelledRecord): number {
  const steps = shownSteps(record);
  let step = -1;
  return record.history.messages.findIndex((message) => {
    if (message.role !== 'assistant') return false;
    step += 1;
    return steps[step]?.shown.some((one) => seenText(one).includes(placeholder)) ?? false;
  });
}

function callLines(
  call: Call,
  {
    record,
    painter,
    place,
    terminal,
  }: {
    readonly record: LabelledRecord;
    readonly painter: Painter;
    readonly place: (region: string) => string;
    readonly terminal: Terminal;
  },
): readonly string[] {
  const decided = record.events.find(
    (event): event is Decided => event.type === 'call-decided' && event.callId === call.id,
  );
  const decision = decided === undefined ? '' : decisionText(decided.decision, terminal);
  const { bold, dim } = terminal.colours;
  const lines = [
    `${bold('agent')}  -> ${printable(call.tool)} ${painter.content(call.args)}  ${decision}`,
    ...sourceLines(decided, place).map((line) => `       ${dim(line)}`),
    ...[...new Set(decided?.explanation.unsourced)].map(
      (argument) => `       ${dim(`${argument} <- no visible source`)}`,
    ),
    ...answerLines(call, record, terminal),
  ];
  return lines.flatMap((line) => wrapped(line, terminal, textIndent + 2));
}

/** Where the arguments come from; those that come the same way share a line. */
function sourceLines(
  decided: Decided | undefined,
  place: (region: string) => string,
): readonly string[] {
  // That a tool's own declaration matters is true of every call.
  const evidence = decided?.explanation.evidence.filter(({ argument }) => argument !== '') ?? [];
  const ways = Map.groupBy(evidence, ({ region, how }) => `<- ${place(region)} (${how})`);
  return [...ways].map(
    ([way, same]) => `${same.map(({ argument }) => argument).join(', ')} ${way}`,
  );
}

function answerLines(
  call: Call,
  { events, answerWords }: LabelledRecord,
  { colours }: Terminal,
): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'question-answered' && event.callId === call.id
      ? [`       ${colours.yellow(answerWords ?? `the person says ${event.answer.kind}`)}`]
      : [],
  );
}
