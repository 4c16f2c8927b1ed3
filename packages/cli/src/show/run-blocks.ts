import {
  type Call,
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

/** What a guarded run leaves behind. */
export interface LabelledRecord {
  readonly history: History;
  readonly events: readonly MonitorEvent[];
  /** What each generation was shown, in order. */
  readonly views: readonly View[];
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
  const { history, events } = record;
  const painter = painterFor(space, terminal);
  const place = placesOf(history);
  const steps = stepsOf(record);
  let step = 0;
  return history.messages.map((message) => {
    if (message.role !== 'assistant') return contentBlock(message, painter, terminal);
    const taken = steps[step];
    step += 1;
    const { bold, dim } = terminal.colours;
    const head = `${dim(`step ${step}`)}  ${taken?.how ?? ''} at ${painter.label(message.label)}`;
    const text = reveal(message.text);
    return [
      head,
      ...(taken === undefined ? [] : shownLines(taken, terminal)),
      ...(text === '' ? [] : [`${bold('agent')}  ${painter.content(message.text)}`]),
      ...message.calls.flatMap((call) => callLines(call, { events, painter, place, terminal })),
    ];
  });
}

function contentBlock(
  message: Exclude<Message, { role: 'assistant' }>,
  painter: Painter,
  { colours }: Terminal,
): readonly string[] {
  if (message.role === 'system') return [];
  const text = message.parts.map((part) => partText(part, painter)).join('');
  const who = message.role === 'user' ? 'user  ' : 'result';
  const labels = message.parts.map((part) =>
    painter.label(part.kind === 'text' ? part.content.root.label : part.label),
  );
  return [
    `${colours.bold(who)} ${text.trimEnd()}  ${colours.dim('[')}${labels.join(', ')}${colours.dim(']')}`,
  ];
}

function partText(part: Part, painter: Painter): string {
  return part.kind === 'text' ? painter.content(part.content) : `<${part.mediaType}>`;
}

interface Taken {
  readonly how: string;
  /** What the generation whose output counts was shown. */
  readonly shown: readonly PlainMessage[];
}

/** Joins each step with the view that its output came from. */
function stepsOf({ events, views }: LabelledRecord): readonly Taken[] {
  const taken: Taken[] = [];
  let generation = -1;
  let draft = 0;
  for (const event of events) {
    if (event.type === 'generation-finished' || event.type === 'generation-failed') {
      generation += 1;
      if (event.purpose === 'draft') draft = generation;
    }
    if (event.type !== 'step-labelled') continue;
    const last = event.kind === 'regenerated' || event.kind === 'strict' ? generation : draft;
    taken.push({ how: event.kind, shown: views[last]?.messages ?? [] });
  }
  return taken;
}

/** The messages of the view in which something is hidden, as the model saw them. */
function shownLines({ shown }: Taken, { colours }: Terminal): readonly string[] {
  return shown.flatMap((message) => {
    const text =
      message.role === 'assistant'
        ? message.calls.map((call) => `-> ${call.tool} ${call.args}`).join('\n')
        : textOf(message.parts);
    if (!text.includes(placeholder)) return [];
    const seen = printable(text.trimEnd()).replaceAll(placeholder, colours.inverse(placeholder));
    return [`       ${colours.dim('shown:')} ${seen}`];
  });
}

function callLines(
  call: Call,
  {
    events,
    painter,
    place,
    terminal,
  }: {
    readonly events: readonly MonitorEvent[];
    readonly painter: Painter;
    readonly place: (region: string) => string;
    readonly terminal: Terminal;
  },
): readonly string[] {
  const decided = events.find(
    (event): event is Decided => event.type === 'call-decided' && event.callId === call.id,
  );
  const decision = decided === undefined ? '' : decisionText(decided.decision, terminal);
  const { bold, dim } = terminal.colours;
  return [
    `${bold('agent')}  -> ${printable(call.tool)} ${painter.content(call.args)}  ${decision}`,
    ...(decided?.explanation.evidence ?? [])
      // That a tool's own declaration matters is true of every call.
      .filter(({ argument }) => argument !== '')
      .map(
        ({ argument, region, how }) => `       ${dim(`${argument} <- ${place(region)} (${how})`)}`,
      ),
    ...[...new Set(decided?.explanation.unsourced)].map(
      (argument) => `       ${dim(`${argument} <- no visible source`)}`,
    ),
    ...answerLines(call, events, terminal),
  ];
}

function answerLines(
  call: Call,
  events: readonly MonitorEvent[],
  { colours }: Terminal,
): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'question-answered' && event.callId === call.id
      ? [`       ${colours.yellow(`the person says ${event.answer.kind}`)}`]
      : [],
  );
}
