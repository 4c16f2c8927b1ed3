import { regionsOf, type Decision, type Label, type MonitorEvent } from '@sluice/core';
import { placesOf } from '../../show/place.ts';
import type { RecordedMessage } from '../../replay/read/record.ts';
import type { Replayed } from '../../replay/run.ts';

/** One run under one propagator, message by message, as the report shows it. */
export type TimeLine = readonly Moment[];

/** A message: who wrote it, what it begins with, and what its parts are worth. */
export interface Moment {
  readonly role: RecordedMessage['role'];
  readonly text: string;
  /** Labels of its regions, each with its share of the text, in their order. */
  readonly labels: readonly {
    readonly label: string;
    readonly worth: Worth;
    readonly size: number;
  }[];
  readonly calls: readonly ShownCall[];
}

/** Colours of labels: green flows everywhere, blue is confidential, red may be a stranger's. */
export type Worth = 'bottom' | 'confidential' | 'untrusted';

export interface ShownCall {
  readonly tool: string;
  readonly args: string;
  readonly verdict: 'allow' | 'ask' | 'deny' | 'not-made';
  readonly rule: string;
  readonly label: string;
  readonly paths: readonly string[];
}

const textCharactersMax = 400;

type Decided = Extract<MonitorEvent, { type: 'call-decided' | 'answer-decided' }>;

/** A replayed run: texts are the record's own, labels and verdicts the monitor's. */
export function timeLineOf(replayed: Replayed): TimeLine {
  const { run, history, events } = replayed;
  // Messages that the monitor joined or reordered have no label of their own to be shown with.
  const isAligned = run.messages.every(({ role }, at) => history.messages[at]?.role === role);
  const labels = isAligned ? labelsByMessage(replayed) : [];
  const decided = events.filter(
    (event) => event.type === 'call-decided' || event.type === 'answer-decided',
  );
  const place = placesOf(history);
  let step = 0;
  return run.messages.map((message, at): Moment => {
    if (message.role === 'assistant') step += 1;
    const mine = message.role === 'assistant' ? decided.filter((one) => one.step === step) : [];
    return {
      role: message.role,
      text: cut(message.text),
      labels: labels[at] ?? [],
      calls: message.role === 'assistant' ? callsOf(message, mine, place) : [],
    };
  });
}

function callsOf(
  message: Extract<RecordedMessage, { role: 'assistant' }>,
  decided: readonly Decided[],
  place: (region: string) => string,
): readonly ShownCall[] {
  const left = [...decided];
  const calls = message.calls.map(({ tool, args }): ShownCall => {
    const at = left.findIndex((event) => event.type === 'call-decided' && event.tool === tool);
    const [mine] = at === -1 ? [] : left.splice(at, 1);
    const shown = { tool, args: cut(JSON.stringify(args)) };
    return mine === undefined ? { ...shown, ...notMade } : { ...shown, ...verdictOf(mine, place) };
  });
  const answer = left.find(({ type }) => type === 'answer-decided');
  if (answer === undefined) return calls;
  return [...calls, { tool: 'the answer', args: '', ...verdictOf(answer, place) }];
}

const notMade = { verdict: 'not-made', rule: '', label: '', paths: [] } as const;

function verdictOf(
  event: Decided,
  place: (region: string) => string,
): Pick<ShownCall, 'verdict' | 'rule' | 'label' | 'paths'> {
  const evidence = event.type === 'call-decided' ? event.explanation.evidence : [];
  return {
    verdict: kindOf(event.decision),
    rule: event.decision.rule,
    label: event.label.text,
    paths: evidence
      .filter(({ argument }) => argument !== '')
      .map(({ argument, region, how, label }) => {
        return `${argument} <- ${place(region)} (${how}; ${label.text})`;
      }),
  };
}

function kindOf(decision: Decision): 'allow' | 'ask' | 'deny' {
  return decision.kind === 'allow' ? (decision.wouldBe ?? 'allow') : decision.kind;
}

/** The labels of the text in each message, by its place in the history. */
function labelsByMessage({ history, policy }: Replayed): readonly Moment['labels'][] {
  const found: { label: string; worth: Worth; size: number }[][] = history.messages.map(() => []);
  for (const { message, label, source } of regionsOf(history)) {
    const list = found[message];
    if (list === undefined || source.kind !== 'text') continue;
    const { region } = source;
    const inside = region.parts.reduce((sum, { start, end }) => sum + end - start, 0);
    const size = region.end - region.start - inside;
    const last = list.at(-1);
    if (last?.label === label.text) last.size += size;
    else if (size > 0) list.push({ label: label.text, worth: worthOf(label, policy.space), size });
  }
  return found;
}

function worthOf(label: Label, space: Replayed['policy']['space']): Worth {
  if (label === space.bottom) return 'bottom';
  const lowered = { ...label.values, integrity: space.bottom.values['integrity'] };
  const isTrusted = 'integrity' in label.values && space.of(lowered) === label;
  return isTrusted ? 'confidential' : 'untrusted';
}

function cut(text: string): string {
  return text.length <= textCharactersMax ? text : `${text.slice(0, textCharactersMax)}…`;
}
