import {
  Content,
  History,
  joinAll,
  type DraftCall,
  type Label,
  type Message,
  type Policy,
} from '@sluice/core';
import { fieldsOf } from '../../src/files.ts';
import { readAgentDojo } from '../../src/replay/agentdojo.ts';
import { linesOf, recordCharactersMax } from '../../src/replay/lines.ts';
import type { RecordedMessage, RecordedRun } from '../../src/replay/record.ts';
import { recordedTools } from '../../src/replay/recorded-agent.ts';
import { recordFiles } from '../../src/replay/records.ts';

/** A run with the id that its record has (`_path`). */
export interface NamedRun {
  readonly id: string;
  readonly run: RecordedRun;
}

/** A recorded call and all that stood before the generation that made it. */
export interface CallSite {
  /** Which of the run's calls it is, counted from 0. */
  readonly index: number;
  readonly history: History;
  readonly call: DraftCall;
  readonly isBenign: boolean;
  /** Where it stands: message of the record, and call of that message. */
  readonly message: number;
  readonly place: number;
}

/** All runs of a folder that ended without an error and have an id. */
export async function* namedRuns(paths: readonly string[]): AsyncGenerator<NamedRun> {
  for (const { file } of recordFiles(paths)) {
    if (!/\.jsonl(?:\.gz)?$/.test(file)) continue;
    const setting = { charactersMax: recordCharactersMax, onBytes: undefined };
    for await (const line of linesOf(file, setting)) {
      const found = line.kind === 'line' ? namedRun(line.text) : undefined;
      if (found !== undefined) yield found;
    }
  }
}

function namedRun(text: string): NamedRun | undefined {
  const record = fieldsOf(JSON.parse(text));
  const id = record['_path'];
  const reading = readAgentDojo(record);
  return typeof id === 'string' && reading.kind === 'run' ? { id, run: reading.run } : undefined;
}

/**
 * The calls of a run, each with its history. Results carry what the policy says of them and nothing
 * else, so that no propagator has a say in what another one is measured on; an assistant's message
 * carries the join of all that stood before it. Region `m3...` stands in message 3 of the record.
 */
export function callSites(run: RecordedRun, policy: Policy): readonly CallSite[] {
  const history = historyOf(run, policy);
  const sites: CallSite[] = [];
  for (const [message, recorded] of run.messages.entries()) {
    if (recorded.role !== 'assistant') continue;
    for (const [place, { tool, args }] of recorded.calls.entries()) {
      const call = { tool, args: JSON.stringify(args) };
      const index = sites.length;
      const isBenign = run.attack === undefined;
      sites.push({ index, history: history.upTo(message), call, isBenign, message, place });
    }
  }
  return sites;
}

function historyOf(run: RecordedRun, policy: Policy): History {
  const tools = recordedTools(run, run.declared).map(({ name, description, parameters }) => {
    const tool = { name, description, parameters };
    return { tool, label: policy.labelTool(tool) };
  });
  const messages: Message[] = [];
  let calls = 0;
  for (const recorded of run.messages) {
    const before = joinAll(policy.space, messages.map(labelOf(policy)));
    const message = messageOf(recorded, { policy, before, callId: `c${calls}` });
    if (message.role === 'assistant') calls += message.calls.length;
    messages.push(message);
  }
  return History.of(tools, messages);
}

interface Setting {
  readonly policy: Policy;
  /** The join of all that stood before. */
  readonly before: Label;
  readonly callId: string;
}

function messageOf(recorded: RecordedMessage, { policy, before, callId }: Setting): Message {
  const { space } = policy;
  switch (recorded.role) {
    case 'system':
    case 'user': {
      const content = policy.labelTurn(recorded.role, recorded.text);
      return { role: recorded.role, parts: [{ kind: 'text', content }], shape: space.bottom };
    }
    case 'assistant': {
      const calls = recorded.calls.map(({ tool, args }, at) => ({
        id: `${callId}-${at}`,
        tool,
        declared: true,
        args: Content.whole(space, JSON.stringify(args), before),
        label: before,
      }));
      const text = Content.whole(space, recorded.text, before);
      return { role: 'assistant', text, calls, label: before };
    }
    case 'tool': {
      const { call, text, failed } = recorded;
      const content = policy.labelResult({ tool: call.tool, args: call.args, text, failed });
      return { role: 'tool', callId, parts: [{ kind: 'text', content }], shape: space.bottom };
    }
  }
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
