import { fieldsOf as fields } from '../../files.ts';
import { reactMessages } from './react-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The names under which records keep a list of messages or of steps, the surest first. */
const listNames = ['messages', 'trajectory', 'traj', 'steps', 'history', 'conversation', 'input'];
/** The names under which they keep what the user asked for. */
const taskNames = [
  'task',
  'question',
  'query',
  'instruction',
  'problem_statement',
  'prompt',
  'goal',
];
/** The names under which they keep a whole transcript. */
const textNames = ['transcript', 'text', 'output', 'log'];

/**
 * The messages of a record in the form of OpenAI's chat completions, whatever it calls them: lists
 * of messages, items of OpenAI's responses, steps of an action and what was observed, and the text
 * that ReAct writes. `undefined`: there are none.
 */
export function messagesIn(record: Fields): readonly Fields[] | undefined {
  for (const name of listNames) {
    const list = record[name];
    if (typeof list === 'string' && name === 'input' && Array.isArray(record['output'])) {
      return [{ role: 'user', content: list }];
    }
    if (!Array.isArray(list) || list.length === 0 || !list.every(isPartOfRun)) continue;
    if (list.some(isStep)) {
      return [...tasksIn(record), ...list.flatMap(stepMessages), ...answersIn(record)];
    }
    return plainMessages(list.map(fields));
  }
  const text = textNames.map((name) => record[name]).find(isReactText);
  if (text !== undefined) return [...tasksIn(record), ...reactMessages(text)];
  return Array.isArray(record['messages']) && record['messages'].length === 0 ? [] : undefined;
}

/** The items of OpenAI's responses that have no role. */
const itemTypes = new Set<unknown>(['function_call', 'function_call_output', 'reasoning']);

/** True of a message, an item of OpenAI's responses, or a step. */
export function isPartOfRun(value: unknown): boolean {
  const { role, type } = fields(value);
  return typeof role === 'string' || itemTypes.has(type) || isStep(value);
}

function isReactText(value: unknown): value is string {
  return typeof value === 'string' && /^Action:/m.test(value) && /^Observation:/m.test(value);
}

/** `{ action, observation }`, or a pair of both, as LangChain keeps them. */
function isStep(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 2 && 'tool' in fields(value[0]);
  const step = fields(value);
  return 'action' in step && ('observation' in step || 'result' in step);
}

/** What the user asked for; a record of steps alone often does not say it. */
function tasksIn(record: Fields): readonly Fields[] {
  const history = Array.isArray(record['history']) ? record['history'].map(fields) : [];
  const content =
    taskNames.map((name) => record[name]).find((task) => typeof task === 'string') ??
    history.find(({ role }) => role === 'user')?.['content'];
  return [{ role: 'user', content: content ?? '(the record does not hold the task)' }];
}

function answersIn({ answer }: Fields): readonly Fields[] {
  return typeof answer === 'string' ? [{ role: 'assistant', content: answer }] : [];
}

function stepMessages(value: unknown, at: number): readonly Fields[] {
  const step = Array.isArray(value)
    ? { action: value[0] as unknown, observation: value[1] as unknown }
    : fields(value);
  const { thought, action, observation, result } = step;
  const id = `step ${at}`;
  const call = { id, function: calledIn(action) };
  return [
    { role: 'assistant', content: thought ?? '', tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: observation ?? result ?? '' },
  ];
}

/** A command line is a call of `shell`, as there is no other name for what ran it. */
function calledIn(action: unknown): Fields {
  if (typeof action === 'string') return { name: 'shell', arguments: { command: action } };
  const {
    name,
    tool,
    tool_name: long,
    arguments: args,
    args: short,
    tool_input: input,
  } = {
    ...fields(action),
  };
  return { name: name ?? tool ?? long, arguments: args ?? short ?? input ?? {} };
}

/** Messages, with calls and results of older and newer kinds as calls and results. */
export function plainMessages(list: readonly Fields[]): readonly Fields[] {
  const plain: Fields[] = [];
  let called = 0;
  let open = '';
  for (const [at, message] of list.entries()) {
    const { role, type, content, function_call: older } = message;
    const isReply = role === 'assistant' && message['tool_calls'] === undefined;
    if (type === 'function_call') addCall(plain, message, list[at - 1]?.['type'] === type);
    else if (type === 'function_call_output') plain.push(outputOf(message));
    else if (role === 'function' || isObservation(message, open)) {
      plain.push({ role: 'tool', tool_call_id: open, content: observed(content) });
      open = '';
    } else if (isReply && older !== undefined && older !== null) {
      open = `call ${(called += 1)}`;
      plain.push({ ...message, tool_calls: [{ id: open, function: older }] });
    } else if (isReply && typeof content === 'string' && /^Action:/m.test(content)) {
      const [first = message, ...rest] = reactMessages(content, `text ${(called += 1)}`);
      open = rest.length === 0 ? `text ${called} 1` : '';
      plain.push(first, ...rest);
    } else if (typeof role === 'string') plain.push(message);
  }
  return plain;
}

function isObservation({ role, content }: Fields, open: string): boolean {
  return role === 'user' && open !== '' && typeof content === 'string' && isObserved(content);
}

function isObserved(text: string): boolean {
  return /^\s*Observation:/.test(text);
}

function observed(content: unknown): unknown {
  return typeof content === 'string' ? content.replace(/^\s*Observation:\s*/, '') : content;
}

/** Calls that stand side by side were made in one step. */
function addCall(plain: Fields[], { call_id: id, name, arguments: args }: Fields, isNext: boolean) {
  const call = { id, function: { name, arguments: args } };
  const last = plain.at(-1);
  const calls: unknown = last?.['tool_calls'];
  if (isNext && Array.isArray(calls)) {
    plain[plain.length - 1] = { ...last, tool_calls: [...(calls as unknown[]), call] };
  } else plain.push({ role: 'assistant', content: '', tool_calls: [call] });
}

function outputOf({ call_id: id, output }: Fields): Fields {
  return { role: 'tool', tool_call_id: id, content: output };
}
