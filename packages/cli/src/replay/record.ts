import { SluiceError } from '@sluice/core';
import { fieldsOf as fields } from '../files.ts';

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

/** One recorded run of an agent, in AgentDojo's terms. */
export interface RecordedRun {
  readonly suite: string;
  readonly userTask: string;
  /** `undefined` where nobody attacked. */
  readonly attack:
    | {
        readonly name: string;
        readonly task: string;
        readonly succeeded: boolean;
        /** The injected texts. */
        readonly texts: readonly string[];
      }
    | undefined;
  readonly messages: readonly RecordedMessage[];
}

/** A record that says what we can use, or why we cannot. */
export type RecordReading =
  | { readonly kind: 'run'; readonly run: RecordedRun }
  | { readonly kind: 'skipped'; readonly because: 'error' | 'not-a-user-task' };

/**
 * Reads one record. Runs that ended in an error are skipped: some of them are stored as successful
 * attacks. Throws `history-invalid` where it is no record; `place` says where it stands.
 */
export function readRecord(value: unknown, place: string): RecordReading {
  const record = fields(value);
  const { messages, suite_name: suite, user_task_id: userTask, error } = record;
  if (!Array.isArray(messages) || typeof suite !== 'string' || typeof userTask !== 'string') {
    throw new SluiceError('history-invalid', `${place} is not an AgentDojo run`, {
      hint: 'it needs `suite_name`, `user_task_id` and `messages`',
    });
  }
  if (error !== null && error !== undefined) return { kind: 'skipped', because: 'error' };
  if (!userTask.startsWith('user_task')) return { kind: 'skipped', because: 'not-a-user-task' };
  const read = messages.flatMap((message: unknown) => readMessage(fields(message)));
  return { kind: 'run', run: { suite, userTask, attack: attackOf(record), messages: read } };
}

function attackOf(record: Readonly<Record<string, unknown>>): RecordedRun['attack'] {
  const { injection_task_id: task, attack_type: name, security, injections } = record;
  if (typeof task !== 'string') return undefined;
  const kind = typeof name === 'string' ? name : 'unnamed';
  return {
    name: kind,
    task,
    // For denial of service the field says no more than that the task was not done.
    succeeded: security === true && !kind.endsWith('dos'),
    texts: Object.values(fields(injections)).filter((text) => typeof text === 'string'),
  };
}

function readMessage(message: Readonly<Record<string, unknown>>): readonly RecordedMessage[] {
  const { role, content, tool_calls: calls, tool_call: answered, error } = message;
  const text = textOf(content);
  switch (role) {
    case 'system':
    case 'user':
      return [{ role, text }];
    case 'assistant':
      return [{ role, text, calls: Array.isArray(calls) ? calls.map(readCall) : [] }];
    case 'tool': {
      const failed = error !== null && error !== undefined;
      return [{ role, call: readCall(answered), text: failed ? textOf(error) : text, failed }];
    }
    default:
      return [];
  }
}

function readCall(value: unknown): RecordedCall {
  const { function: tool, args } = fields(value);
  return { tool: typeof tool === 'string' ? tool : '', args: fields(args) };
}

/** A text, or a list of blocks of text, as newer records have it. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) => fields(block)['content'] ?? fields(block)['text'])
    .filter((text) => typeof text === 'string')
    .join('');
}
