import { loadPolicy, type Policy } from '@sluice/core';
import type { Goals } from '../../src/screener/pair/followed.ts';
import { parseTrace, type Trace } from '../../src/screener/trace/trace.ts';

/** A policy for the tools of the runs made here: what is read is untrusted, field by field. */
export async function madePolicy(): Promise<Policy> {
  const text = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
answer: { ceiling: untrusted }
tools:
  read_note:
    effect: read
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: untrusted }
  list_bills:
    effect: read
    description: trusted
    result: { format: yaml, label: untrusted }
    call: { ceiling: untrusted }
  pay:
    effect: write
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
`;
  return loadPolicy(text, { file: 'made.yaml' });
}

interface MadeCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
  /** The error in place of a result. */
  readonly error?: string;
}

export interface MadeRun {
  readonly user: string;
  readonly calls: readonly MadeCall[];
  readonly suite?: string;
  readonly model?: string;
  readonly task?: string;
  readonly attack?: { readonly task: string; readonly text: string };
}

/** A run as AgentDojo records it, one line of JSON. */
export function madeLine({ user, calls, attack, ...names }: MadeRun): string {
  const { suite = 'made', model = 'model-a', task = 'user_task_0' } = names;
  const messages = calls.flatMap(({ tool, args, result, error = null }) => {
    const call = { function: tool, args, id: 'x' };
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', content: [{ type: 'text', content: result }], tool_call: call, error },
    ];
  });
  return JSON.stringify({
    _path: `${model}/${suite}/${task}/${attack?.task ?? 'none'}.json`,
    suite_name: suite,
    user_task_id: task,
    injection_task_id: attack?.task ?? null,
    attack_type: attack === undefined ? null : 'made',
    injections: attack === undefined ? {} : { place: attack.text },
    error: null,
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: user },
      ...messages,
      { role: 'assistant', content: 'Done.', tool_calls: null },
    ],
  });
}

export function madeTrace(run: MadeRun): Trace {
  const trace = parseTrace(madeLine(run));
  if (trace === undefined) throw new Error('the run made is none');
  return trace;
}

/** Throws if a value that the test needs is missing. */
export function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

/** The goals of the injected instructions in the runs made here. */
export const madeGoals: Goals = {
  made: {
    user_tasks: { user_task_0: { ground_truth: [{ tool: 'read_note', args: { name: 'a' } }] } },
    injection_tasks: {
      injection_task_0: { ground_truth: [{ tool: 'pay', args: { to: 'EVE99', amount: 1 } }] },
      injection_task_1: { ground_truth: [{ tool: 'list_bills', args: {} }] },
    },
  },
};
