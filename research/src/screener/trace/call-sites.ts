import {
  Content,
  History,
  joinAll,
  type DraftCall,
  type Label,
  type Message,
  type Policy,
  type RegionEntry,
} from '@sluice/core';
import type { Trace, TraceCall, TraceMessage } from './trace.ts';

/** A recorded call, and all that stood before the generation that made it. */
export interface CallSite {
  /** Which of the run's calls it is, counted from 0. */
  readonly index: number;
  readonly history: History;
  readonly call: DraftCall;
  readonly recorded: TraceCall;
  /** True if a result of a tool stands before it. */
  readonly isAfterResult: boolean;
  /** The text of a region of the history, as it was recorded. */
  readonly textOf: (entry: RegionEntry) => string;
}

/**
 * The calls of a run. Results carry what the policy says of them and nothing else, so that no
 * propagator has a say in what another is measured on; an assistant's message carries the join of
 * all that stood before it. Region `m3...` stands in message 3 of the record.
 */
export function callSites(trace: Trace, policy: Policy): readonly CallSite[] {
  const history = historyOf(trace, policy);
  const sites: CallSite[] = [];
  const textOf = (entry: RegionEntry): string => recordedText(trace, entry);
  let isAfterResult = false;
  for (const [at, message] of trace.messages.entries()) {
    if (message.role === 'tool') isAfterResult = true;
    if (message.role !== 'assistant') continue;
    for (const recorded of message.calls) {
      const call = { tool: recorded.tool, args: JSON.stringify(recorded.args) };
      const index = sites.length;
      const before = history.upTo(at);
      sites.push({ index, history: before, call, recorded, isAfterResult, textOf });
    }
  }
  return sites;
}

/** A recorded text needs no declassification: nobody has labelled it yet. */
function recordedText({ messages }: Trace, { id, message, source }: RegionEntry): string {
  const recorded = messages[message];
  if (recorded === undefined || source.kind !== 'text') return '';
  const { start, end } = source.region;
  const called = /^m\d+\.c(\d+)$/.exec(id)?.[1];
  if (called === undefined || recorded.role !== 'assistant') return recorded.text.slice(start, end);
  return JSON.stringify(recorded.calls[Number(called)]?.args ?? {}).slice(start, end);
}

function historyOf(trace: Trace, policy: Policy): History {
  const tools = declaredBy(trace).map((tool) => {
    return { tool, label: policy.labelTool(tool), vouched: policy.vouchesFor(tool.name) };
  });
  const messages: Message[] = [];
  const open: OpenCall[] = [];
  for (const [at, recorded] of trace.messages.entries()) {
    const before = joinAll(policy.space, messages.map(labelOf(policy)));
    if (recorded.role === 'assistant') {
      const made = recorded.calls.map((call, place) => ({ id: `c${at}-${place}`, call }));
      open.push(...made);
      messages.push(assistantOf(recorded.text, made, { policy, before }));
    } else messages.push(messageOf(recorded, { policy, open }));
  }
  return History.of(tools, messages);
}

/** The tools in a record: their names, and those of the arguments that were given. */
function declaredBy({ messages }: Trace): readonly Parameters<Policy['labelTool']>[0][] {
  const found = new Map<string, Set<string>>();
  const calls = messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []));
  for (const { tool, args } of calls) {
    const names = found.get(tool) ?? new Set<string>();
    for (const name of Object.keys(args)) names.add(name);
    found.set(tool, names);
  }
  return [...found].map(([name, names]) => {
    const properties = Object.fromEntries([...names].map((each) => [each, {}]));
    return { name, description: '', parameters: { type: 'object', properties } };
  });
}

/** A call that no result has answered yet. */
interface OpenCall {
  readonly id: string;
  readonly call: TraceCall;
}

function assistantOf(
  text: string,
  made: readonly OpenCall[],
  { policy: { space }, before }: { readonly policy: Policy; readonly before: Label },
): Message {
  const calls = made.map(({ id, call }) => ({
    id,
    tool: call.tool,
    declared: true,
    args: Content.whole(space, JSON.stringify(call.args), before),
    label: before,
  }));
  return { role: 'assistant', text: Content.whole(space, text, before), calls, label: before };
}

function messageOf(
  recorded: Exclude<TraceMessage, { readonly role: 'assistant' }>,
  { policy, open }: { readonly policy: Policy; readonly open: OpenCall[] },
): Message {
  const shape = policy.space.bottom;
  switch (recorded.role) {
    case 'system':
    case 'user': {
      const content = policy.labelTurn(recorded.role, recorded.text);
      return { role: recorded.role, parts: [{ kind: 'text', content }], shape };
    }
    case 'tool': {
      const { call, text, failed } = recorded;
      const content = policy.labelResult({ tool: call.tool, args: call.args, text, failed });
      const callId = takeFrom(open, call) ?? 'unknown';
      return { role: 'tool', callId, parts: [{ kind: 'text', content }], shape };
    }
  }
}

/** Records name calls by what they say: equal ones are answered in their order. */
function takeFrom(open: OpenCall[], call: TraceCall): string | undefined {
  const key = JSON.stringify([call.tool, call.args]);
  const at = open.findIndex((one) => JSON.stringify([one.call.tool, one.call.args]) === key);
  const [found] = open.splice(at === -1 ? 0 : at, 1);
  return found?.id;
}

function labelOf({ space }: Policy): (message: Message) => Label {
  return (message) =>
    message.role === 'assistant'
      ? message.label
      : joinAll(
          space,
          message.parts.map((part) => (part.kind === 'text' ? part.content.label : part.label)),
        );
}
