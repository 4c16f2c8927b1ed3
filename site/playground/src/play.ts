import {
  explainPolicy,
  loadPolicy,
  placeholder,
  reveal,
  textOf,
  type Call,
  type Content,
  type Label,
  type LabelSpace,
  type MonitorEvent,
  type PlainMessage,
  type Policy,
  type Region,
} from '@sluice/core';
import {
  placesOf,
  replayRun,
  shownSteps,
  stepWords,
  toneOf,
  type Tone,
  wayNamed,
  type RecordedRun,
  type Replayed,
} from 'sluice/recorded';

/** A piece of text with one label. */
export interface Piece {
  readonly text: string;
  readonly label: string;
  readonly tone: Tone;
}

/** The word of Sluice on a call. `ask`: it waits for a person. */
export type Word = 'allow' | 'ask' | 'deny';

export interface PlayedCall {
  readonly tool: string;
  readonly args: readonly Piece[];
  readonly label: string;
  readonly tone: Tone;
  readonly ceiling: string;
  /** Data arguments with ceilings of their own. */
  readonly ceilings: readonly string[];
  readonly word: Word;
  readonly reason: string;
  readonly rule: string;
  /** Where each argument comes from. */
  readonly sources: readonly Source[];
  readonly unsourced: readonly string[];
}

export interface Source {
  readonly argument: string;
  readonly place: string;
  readonly how: string;
  readonly excerpt: string;
  readonly label: string;
  readonly tone: Tone;
}

export type PlayedMessage =
  | {
      readonly kind: 'said';
      readonly by: string;
      readonly label: string;
      readonly pieces: readonly Piece[];
    }
  | {
      readonly kind: 'step';
      readonly number: number;
      readonly label: string;
      readonly tone: Tone;
      readonly how: string;
      /** The messages that the model received; the placeholder stands where text is hidden. */
      readonly shown: readonly ShownMessage[];
      readonly hides: boolean;
      readonly text: readonly Piece[];
      readonly calls: readonly PlayedCall[];
      /** The word on what is said, where the step ends a turn. */
      readonly answer: PlayedAnswer | undefined;
    };

/** An answer goes to its ceiling as a call does; one with links has a ceiling of its own. */
export interface PlayedAnswer {
  readonly word: Word;
  readonly reason: string;
  readonly rule: string;
}

export interface ShownMessage {
  readonly by: string;
  readonly text: string;
}

export interface Played {
  readonly messages: readonly PlayedMessage[];
  readonly counts: Readonly<Record<Word, number>>;
  /** Where the engine stopped before the conversation ended: nothing after it was played. */
  readonly isCutShort: boolean;
}

/** Runs a recorded conversation under a policy, with the engine itself. */
export async function play(policyText: string, run: RecordedRun, wayName: string): Promise<Played> {
  const policy = await loadPolicy(policyText);
  const way = wayNamed(wayName);
  if (way === undefined) throw new Error(`there is no propagator \`${wayName}\``);
  const replayed = await replayRun(run, { policy, way, declared: new Map() });
  const steps = shownSteps(replayed);
  const place = placesOf(replayed.history);
  let step = -1;
  const messages = replayed.history.messages.map((message): PlayedMessage => {
    if (message.role !== 'assistant') {
      const contents = message.parts.flatMap((part) =>
        part.kind === 'text' ? [part.content] : [],
      );
      return {
        kind: 'said',
        by: message.role === 'tool' ? toolOf(replayed, message.callId) : message.role,
        label: contents[0]?.root.label.text ?? '',
        pieces: contents.flatMap((content) => piecesOf(content, policy.space)),
      };
    }
    step += 1;
    const taken = steps[step];
    const shown = (taken?.shown ?? []).map(shownMessage);
    return {
      kind: 'step',
      number: step + 1,
      label: message.label.text,
      tone: toneOf(message.label, policy.space),
      how: taken === undefined ? '' : stepWords[taken.how],
      shown,
      hides: shown.some(({ text }) => text.includes(placeholder)),
      text: piecesOf(message.text, policy.space),
      calls: message.calls.map((call) => playedCall(call, { replayed, policy, place })),
      answer: answerAt(replayed, step + 1),
    };
  });
  const isCutShort = replayed.events.some(
    (event) => event.type === 'turn-finished' && event.outcome === 'limit-reached',
  );
  return { messages, counts: countsOf(messages), isCutShort };
}

function answerAt({ events }: Replayed, step: number): PlayedAnswer | undefined {
  const decided = events.find((event) => event.type === 'answer-decided' && event.step === step);
  if (decided?.type !== 'answer-decided') return undefined;
  return { ...wordOf(decided.decision), rule: decided.decision.rule };
}

function countsOf(messages: readonly PlayedMessage[]): Played['counts'] {
  const words = messages.flatMap((message) =>
    message.kind === 'step' ? message.calls.map(({ word }) => word) : [],
  );
  const count = (wanted: Word): number => words.filter((word) => word === wanted).length;
  return { allow: count('allow'), ask: count('ask'), deny: count('deny') };
}

function toolOf({ history }: Replayed, callId: string): string {
  for (const message of history.messages) {
    if (message.role !== 'assistant') continue;
    const call = message.calls.find(({ id }) => id === callId);
    if (call !== undefined) return call.tool;
  }
  return 'result';
}

interface CallPlace {
  readonly replayed: Replayed;
  readonly policy: Policy;
  readonly place: (region: string) => string;
}

type Decided = Extract<MonitorEvent, { type: 'call-decided' }>;

function playedCall(call: Call, { replayed, policy, place }: CallPlace): PlayedCall {
  const { space } = policy;
  const decided = replayed.events.find(
    (event): event is Decided => event.type === 'call-decided' && event.callId === call.id,
  );
  const label = controlOf(replayed, decided) ?? call.args.root.label;
  const explained = explainPolicy(policy, { tool: call.tool, args: reveal(call.args), label });
  const [control, ...data] = explained.ceilings;
  const evidence = decided?.explanation.evidence ?? [];
  return {
    tool: call.tool,
    args: piecesOf(call.args, space),
    label: label.text,
    tone: toneOf(label, space),
    ceiling: control?.ceiling.text ?? 'none: no label makes it automatic',
    ceilings: data.map(({ arguments: names, ceiling }) => `${names.join(', ')}: ${ceiling.text}`),
    ...wordOf(decided?.decision),
    rule: decided?.decision.rule ?? '',
    sources: evidence
      .filter(({ argument }) => argument !== '')
      .map(({ argument, region, how, excerpt, label: own }) => ({
        argument,
        place: place(region),
        how,
        excerpt,
        label: own.text,
        tone: toneOf(own, space),
      })),
    unsourced: [...new Set(decided?.explanation.unsourced)],
  };
}

/** The label of what is acted on: in a staged step, what is said has a higher one. */
function controlOf({ events }: Replayed, decided: Decided | undefined): Label | undefined {
  const step = events.find(
    (event) => event.type === 'step-labelled' && event.step === decided?.step,
  );
  return step?.type === 'step-labelled' ? (step.control ?? decided?.label) : decided?.label;
}

function wordOf(decision: Decided['decision'] | undefined): Pick<PlayedCall, 'word' | 'reason'> {
  if (decision === undefined) return { word: 'deny', reason: 'it was not decided on' };
  const above = [...new Set(decision.violations.map(({ dimension }) => dimension))];
  const reason =
    above.length === 0 || above.includes('*')
      ? 'the policy lets no call of this tool run by itself'
      : `${above.join(' and ')} above the ceiling`;
  switch (decision.kind) {
    case 'allow':
      if (decision.wouldBe === undefined)
        return { word: 'allow', reason: 'its label flows to the ceiling' };
      return { word: 'allow', reason: `only logged; it would be ${decision.wouldBe}: ${reason}` };
    case 'ask':
      return { word: 'ask', reason };
    case 'deny':
      return { word: 'deny', reason: decision.violations.length > 0 ? reason : decision.reason };
  }
}

function shownMessage(message: PlainMessage): ShownMessage {
  if (message.role === 'tool') return { by: message.tool, text: textOf(message.parts) };
  if (message.role !== 'assistant') return { by: message.role, text: textOf(message.parts) };
  const calls = message.calls.map(({ tool, args }) => `${tool} ${args}`);
  return { by: 'agent', text: [message.text, ...calls].filter((text) => text !== '').join('\n') };
}

/** The text of a content, cut where the label changes. */
function piecesOf(content: Content, space: LabelSpace): readonly Piece[] {
  const text = reveal(content);
  const pieces: Piece[] = [];
  const add = (from: number, to: number, label: Label): void => {
    if (to <= from) return;
    const last = pieces.at(-1);
    const cut = text.slice(from, to);
    if (last !== undefined && last.label === label.text) {
      pieces[pieces.length - 1] = { ...last, text: last.text + cut };
    } else pieces.push({ text: cut, label: label.text, tone: toneOf(label, space) });
  };
  const walk = (region: Region): void => {
    let at = region.start;
    for (const part of region.parts) {
      add(at, part.start, region.label);
      walk(part);
      at = part.end;
    }
    add(at, region.end, region.label);
  };
  walk(content.root);
  return pieces;
}
