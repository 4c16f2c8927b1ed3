import { jsonDepthMax } from '../../json.ts';

/** A call as it was recorded. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type RecordedMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly RecordedCall[] }
  | {
      readonly role: 'tool';
      readonly call: RecordedCall;
      readonly text: string;
      readonly failed: boolean;
    };

/** A tool as its suite, or the request in a log, declares it. */
export interface Declared {
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One recorded run of an agent. */
export interface RecordedRun {
  /** The suite of a benchmark, or the agent: it chooses the policy. */
  readonly suite: string;
  readonly model: string;
  readonly userTask: string;
  /** `undefined` where nobody is known to have attacked. */
  readonly attack:
    | {
        readonly name: string;
        readonly task: string;
        readonly succeeded: boolean;
        /** The injected texts. */
        readonly texts: readonly string[];
      }
    | undefined;
  /** True if the user's task was done; `undefined` where the record does not say. */
  readonly completed: boolean | undefined;
  /** The tools as the record itself declares them; empty where it says nothing. */
  readonly declared: ReadonlyMap<string, Declared>;
  readonly messages: readonly RecordedMessage[];
}

/** Records that are sound but show nothing of a guarded run. */
export const skips = {
  error: 'the run ended in an error',
  'not-a-user-task': 'its user task is an injection task',
} as const;

/** Records of which nothing can be said: they count as nothing, and never as safe. */
export const faults = {
  'not-json': 'is not JSON',
  'too-deep': `is nested more than ${jsonDepthMax} deep`,
  foreign: 'is not an AgentDojo run, a chat log, a GenAI span or an event log',
  hidden: 'is a run whose texts are not all in the log (`record: full` keeps them)',
  'no-messages': 'is a run without messages',
  'result-without-call': 'contains a result of a call that was never made',
  'user-within-calls': 'contains a user turn between a call and the answer to its result',
  'attack-unclear': 'names an attack without its injected text, or a text without its attack',
  empty: 'contains no runs',
  'cut-short': 'is not a complete gzip file',
  'not-zipped': 'is not a complete gzip file',
  unopened: 'cannot be opened',
  'too-long': 'is longer than a record may be',
  'no-policy': 'belongs to a suite or agent without a policy (`NAME.yaml`; see `--policies`)',
  failed: 'could not be replayed',
} as const;

export type Skip = keyof typeof skips;
export type Fault = keyof typeof faults;

/** A record that says what we can use, or why we cannot. */
export type RecordReading =
  | { readonly kind: 'run'; readonly run: RecordedRun }
  | { readonly kind: 'skipped'; readonly because: Skip }
  | { readonly kind: 'unreadable'; readonly because: Fault };

/** One record, and where it stands. */
export interface PlacedReading {
  readonly file: string;
  /** Counted from 1: a line of `.jsonl`, a member of a list in `.json`; 0 is the whole file. */
  readonly line: number;
  readonly reading: RecordReading;
}

/** A reading of messages, unless they are no whole conversation. */
export function readingOf(run: RecordedRun): RecordReading {
  const because = faultIn(run.messages);
  return because === undefined ? { kind: 'run', run } : { kind: 'unreadable', because };
}

/** Every call of a run, with the step in which it was made; steps count from 1. */
export function callsIn({
  messages,
}: RecordedRun): readonly { readonly step: number; readonly call: RecordedCall }[] {
  return messages
    .filter((message) => message.role === 'assistant')
    .flatMap(({ calls }, index) => calls.map((call) => ({ step: index + 1, call })));
}

/** Text of a call that is the same for equal calls. */
export function callKey({ tool, args }: RecordedCall): string {
  const entries = Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([tool, entries]);
}

/** Each result must answer a call, and a turn ends with a message that makes none. */
function faultIn(messages: readonly RecordedMessage[]): Fault | undefined {
  const roles = new Set(messages.map(({ role }) => role));
  if (!roles.has('user') || !roles.has('assistant')) return 'no-messages';
  const open: string[] = [];
  let isWithin = false;
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        break;
      case 'user':
        if (isWithin) return 'user-within-calls';
        break;
      case 'assistant':
        open.push(...message.calls.map(callKey));
        isWithin = message.calls.length > 0;
        break;
      case 'tool': {
        const at = open.indexOf(callKey(message.call));
        if (at === -1) return 'result-without-call';
        open.splice(at, 1);
      }
    }
  }
  return undefined;
}
