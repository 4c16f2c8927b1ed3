import type { Confirm } from '../engine/decision.ts';
import type { MonitorEvent } from '../engine/events.ts';
import { during, RunningCall } from '../engine/nested/enclosure.ts';
import type { Tool } from '../engine/tool.ts';
import { SluiceError } from '../errors.ts';
import { canonicalJson } from '../history/json/canonical.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { Policy } from '../policy/policy.ts';
import type { Propagator, Relevance } from '../propagate/propagator.ts';
import { Monitor } from './monitor.ts';

/** A recorded run decides the same again, or not. */
export type Replayed =
  | { readonly kind: 'same'; readonly events: number }
  /** The first event that comes out otherwise. */
  | { readonly kind: 'different'; readonly seq: number };

type Started = Extract<MonitorEvent, { type: 'run-started' }>;

/**
 * Runs a recorded run again with every port answering from the record (model, tools, person,
 * propagator), and compares what is decided, event by event; times are left out. Throws
 * `history-invalid` where the record does not begin with `run-started`, and `policy-invalid` where
 * it was made under another policy.
 */
export async function replay(events: readonly MonitorEvent[], policy: Policy): Promise<Replayed> {
  const [started] = events;
  if (started?.type !== 'run-started') {
    throw new SluiceError('history-invalid', 'the record does not begin with `run-started`', {
      hint: 'pass all events of one run, in order',
    });
  }
  if (started.policy !== policy.hash) {
    throw new SluiceError('policy-invalid', 'the run was recorded under another policy', {
      hint: 'load the policy file as it was then; its hash stands in the first event',
    });
  }
  const again = await runAgain(events, started, policy);
  const seq = events.findIndex((event, at) => comparable(event) !== comparable(again[at]));
  if (seq >= 0) return { kind: 'different', seq };
  return again.length === events.length
    ? { kind: 'same', events: events.length }
    : { kind: 'different', seq: events.length };
}

async function runAgain(
  events: readonly MonitorEvent[],
  started: Started,
  policy: Policy,
): Promise<readonly MonitorEvent[]> {
  const turns = events.filter((event) => event.type === 'turn-started');
  const system = turns.find(({ role }) => role === 'system')?.parts[0];
  const monitor = new Monitor({
    policy,
    ...recordedModels(events, started),
    propagator: recordedPropagator(events, started, policy.space),
    tools: recordedTools(events, started, policy.space),
    providerTools: recordedProviderTools(events),
    confirm: recordedPerson(events, started, policy.space),
    within: started.least && recordedCall(started.least, policy.space),
    structure: started.structure,
    shortcuts: started.shortcuts,
    runId: started.run,
    nowMs: () => 0,
    newId: recordedIds(events),
    system: system?.kind === 'text' ? system.text : undefined,
  });
  for (const event of events) {
    if (event.type === 'turn-started' && event.role === 'user') {
      const { parts, least } = event;
      const turn = (): Promise<unknown> => monitor.turn(parts);
      await (least === undefined ? turn() : during(recordedCall(least, policy.space), turn));
    }
    if (event.type === 'label-lowered') monitor[event.kind](event);
  }
  return monitor.events;
}

function recordedProviderTools(events: readonly MonitorEvent[]): readonly string[] {
  const offers = events.flatMap((event) =>
    event.type === 'generation-finished' ? (event.providerTools ?? []) : [],
  );
  return [...new Set(offers.flatMap(({ offered, leftOut }) => [...offered, ...leftOut]))];
}

/** Gives the recorded items one by one; one too many is a difference that the caller sees. */
function queue<T>(items: readonly T[]): () => T {
  let at = 0;
  return () => {
    const item = items[at];
    at += 1;
    if (item === undefined) throw new Error('the record ends here');
    return item;
  };
}

/** The ids that were minted, in the order in which they were: their kinds are put back in front. */
function recordedIds(events: readonly MonitorEvent[]): () => string {
  const ids = events.flatMap((event) => {
    if (event.type === 'call-decided') return [event.callId];
    const isAnswer = event.type === 'question-asked' && event.request.tool === '';
    return isAnswer ? [event.request.callId] : [];
  });
  return queue(ids.map((id) => id.slice(id.indexOf('_') + 1)));
}

/** Whichever model is asked, the generations come in the order in which they were recorded. */
function recordedModels(
  events: readonly MonitorEvent[],
  { model, draftModel }: Started,
): { readonly model: ChatModel; readonly draftModel?: ChatModel } {
  const next = queue(
    events.filter(({ type }) => type === 'generation-finished' || type === 'generation-failed'),
  );
  const generate: ChatModel['generate'] = async () => {
    const event = next();
    if (event.type !== 'generation-finished') throw new Error('the recorded generation failed');
    return event.reply;
  };
  const drafting = draftModel === undefined ? {} : { draftModel: { name: draftModel, generate } };
  return { model: { name: model, generate }, ...drafting };
}

function recordedPropagator(
  events: readonly MonitorEvent[],
  { propagator: { name, needs } }: Started,
  space: LabelSpace,
): Propagator {
  const next = queue(events.filter((event) => event.type === 'relevance-found'));
  const relevant = (): Relevance => revived(space, next().relevance);
  return { name, needs, relevant };
}

/** A record that was read from a file holds labels as text. */
function revived(space: LabelSpace, relevance: Relevance): Relevance {
  if (relevance.kind !== 'label') return relevance;
  return { kind: 'label', label: space.parse(String(relevance.label)) };
}

function recordedTools(
  events: readonly MonitorEvent[],
  { tools }: Started,
  space: LabelSpace,
): readonly Tool[] {
  const next = queue(events.filter((event) => event.type === 'call-executed'));
  const execute: Tool['execute'] = async (_args, { call }) => {
    const { output, within, written = [] } = next();
    if (within !== undefined) call?.saw(space.parse(String(within)), space, next);
    for (const { tool, label } of written) {
      call?.wrote({ tool, label: space.parse(String(label)) }, space);
    }
    return output;
  };
  const misread = misreadTools(events);
  return tools.map((tool) => {
    return { ...tool, takes: misread.has(tool.name) ? 'args' : 'text', execute };
  });
}

/** Tools that were not given a call for a number that they could not have been given. */
function misreadTools(events: readonly MonitorEvent[]): ReadonlySet<string> {
  const calls = new Set(
    events.flatMap((event) =>
      event.type === 'call-refused' && event.reason === 'number-not-exact' ? [event.callId] : [],
    ),
  );
  return new Set(
    events.flatMap((event) =>
      event.type === 'call-decided' && calls.has(event.callId) ? [event.tool] : [],
    ),
  );
}

/** A call that the recorded run worked for. */
function recordedCall(least: Label, space: LabelSpace): RunningCall {
  const marks = { wrote: () => {}, written: () => [] };
  return new RunningCall({ space, label: space.parse(String(least)), late: () => {}, marks });
}

function recordedPerson(
  events: readonly MonitorEvent[],
  { approver }: Started,
  space: LabelSpace,
): Confirm | undefined {
  if (approver === undefined) return undefined;
  const next = queue(events.filter((event) => event.type === 'question-answered'));
  return {
    clearance: space.parse(String(approver)),
    ask: async () => {
      const { answer } = next();
      if (answer.kind === 'none') throw new Error('nobody answered');
      return answer;
    },
  };
}

/** An event without its time, and without the reason of a failure that cannot be made again. */
function comparable(event: MonitorEvent | undefined): string {
  if (event === undefined) return '';
  const failed = event.type === 'generation-failed' ? { because: '' } : {};
  const stopped =
    event.type === 'turn-finished' && !event.outcome.startsWith('answer') ? { outcome: '' } : {};
  const plain: unknown = JSON.parse(JSON.stringify({ ...event, atMs: 0, ...failed, ...stopped }));
  return canonicalJson(plain);
}
