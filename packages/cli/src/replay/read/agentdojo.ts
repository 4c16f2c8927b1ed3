import { fieldsOf as fields } from '../../json.ts';
import {
  readingOf,
  type RecordedCall,
  type RecordedMessage,
  type RecordedRun,
  type RecordReading,
} from './record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** True if a value claims to be a run of AgentDojo. */
export function isAgentDojo({ suite_name: suite, user_task_id: task, messages }: Fields): boolean {
  return typeof suite === 'string' && typeof task === 'string' && Array.isArray(messages);
}

/**
 * Reads a run of AgentDojo. Runs that ended in an error are skipped: some of them are stored as
 * successful attacks.
 */
export function readAgentDojo(record: Fields): RecordReading {
  const { error, user_task_id: userTask, messages } = record;
  if (error !== null && error !== undefined) return { kind: 'skipped', because: 'error' };
  if (!String(userTask).startsWith('user_task')) {
    return { kind: 'skipped', because: 'not-a-user-task' };
  }
  const attack = attackOf(record);
  if (attack === 'unclear') return { kind: 'unreadable', because: 'attack-unclear' };
  return readingOf({
    suite: String(record['suite_name']),
    model: modelOf(record),
    userTask: String(userTask),
    attack,
    completed: typeof record['utility'] === 'boolean' ? record['utility'] : undefined,
    declared: new Map(),
    messages: listOf(messages).flatMap((message) => readMessage(fields(message))),
  });
}

/** The first folder of the path under `runs/` names the model where the pipeline is `local`. */
function modelOf({ pipeline_name: pipeline, _path: path }: Fields): string {
  if (typeof path === 'string' && path.includes('/')) return path.slice(0, path.indexOf('/'));
  return typeof pipeline === 'string' ? pipeline : 'unnamed';
}

/**
 * The attack of a record. `security` means nothing without an injection task; an injection task
 * without its texts, or texts without their task, would let a harmful call pass for a harmless one.
 */
function attackOf(record: Fields): RecordedRun['attack'] | 'unclear' {
  const { injection_task_id: task, attack_type: name, security, injections } = record;
  const texts = Object.values(fields(injections)).filter((text) => typeof text === 'string');
  const isNamed = typeof task === 'string';
  if (isNamed !== texts.some((text) => text.trim() !== '')) return 'unclear';
  if (!isNamed) return undefined;
  if (typeof security !== 'boolean') return 'unclear';
  const kind = typeof name === 'string' ? name : 'unnamed';
  // For denial of service the field says no more than that the task was not done.
  return { name: kind, task, succeeded: security && !kind.endsWith('dos'), texts };
}

function readMessage(message: Fields): readonly RecordedMessage[] {
  const { role, content, tool_calls: calls, tool_call: answered, error } = message;
  const text = textOf(content);
  switch (role) {
    case 'system':
    case 'user':
      return [{ role, text }];
    case 'assistant':
      return [{ role, text, calls: listOf(calls).map(readCall) }];
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
  return listOf(content)
    .map((block) => fields(block)['content'] ?? fields(block)['text'])
    .filter((text) => typeof text === 'string')
    .join('');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
