import {
  type Call,
  type LabelSpace,
  type Message,
  type MonitorEvent,
  type Part,
  placeholder,
  type PlainMessage,
  reveal,
  textOf,
} from '@sluice/core';
import { decisionText } from '../show/decision.ts';
import { placesOf } from '../show/place.ts';
import { painterFor, type Painter } from '../show/regions.ts';
import type { Terminal } from '../terminal.ts';
import type { Played, PlayRecord } from './play.ts';

type Labelled = Extract<PlayRecord, { kind: 'labelled' }>;
type Decided = Extract<MonitorEvent, { type: 'call-decided' }>;

/** The lines that show a run: one block for each message, so that one can step through them. */
export function blocksOf(
  played: Played,
  space: LabelSpace,
  terminal: Terminal,
): readonly (readonly string[])[] {
  const { record } = played;
  const blocks =
    record.kind === 'plain'
      ? record.messages.map((message) => plainBlock(message, terminal))
      : labelledBlocks(record, space, terminal);
  return [...blocks, [verdictLine(played, terminal)]].filter((block) => block.length > 0);
}

/** How a run ended, in one line. */
export function verdictLine(played: Played, { colours }: Terminal): string {
  const { scene, taskDone, attackSucceeded, questions } = played;
  const attack =
    scene.attack === undefined
      ? []
      : [attackSucceeded ? colours.red('attack succeeded') : colours.green('attack stopped')];
  const task = taskDone ? colours.green('task done') : colours.yellow('task not done');
  const asked = questions.map(
    ({ tool, agreed }) => `asked about ${tool === '' ? 'the answer' : tool}: ${agreed ? 'yes' : 'no'}`,
  );
  return `=> ${[...attack, task, ...asked, `${played.modelCalls} model calls`].join(' · ')}`;
}

function plainBlock(message: PlainMessage, { colours }: Terminal): readonly string[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return [`${colours.bold('user')}   ${textOf(message.parts)}`];
    case 'tool':
      return [`${colours.bold('result')} ${textOf(message.parts).trimEnd()}`];
    case 'assistant':
      return [
        ...(message.text === '' ? [] : [`${colours.bold('agent')}  ${message.text}`]),
        ...message.calls.map((call) => `${colours.bold('agent')}  -> ${call.tool} ${call.args}`),
      ];
  }
}

function labelledBlocks(
  record: Labelled,
  space: LabelSpace,
  terminal: Terminal,
): readonly (readonly string[])[] {
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
  return [`${colours.bold(who)} ${text.trimEnd()}  ${colours.dim('[')}${labels.join(', ')}${colours.dim(']')}`];
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
function stepsOf({ events, views }: Labelled): readonly Taken[] {
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
    const seen = text.trimEnd().replaceAll(placeholder, colours.inverse(placeholder));
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
    `${bold('agent')}  -> ${call.tool} ${painter.content(call.args)}  ${decision}`,
    ...(decided?.explanation.evidence ?? []).map(
      ({ argument, region, how }) => `       ${dim(`${argument} <- ${place(region)} (${how})`)}`,
    ),
    ...(decided?.explanation.unsourced ?? []).map(
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
