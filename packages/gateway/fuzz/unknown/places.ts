import { isBody } from '../../test/upstream/dialect.ts';
import { recordOf } from '../mutate.ts';
import type { ProtocolName } from './bodies.ts';

/** An object of a body, and its path as the gateway reports it. */
export interface Spot {
  readonly holder: Record<string, unknown>;
  readonly path: string;
}

/** A list in a body, and the path of each of its items. */
export interface ListSpot {
  readonly list: unknown[];
  readonly path: string;
}

/** Where an unknown field is left out: each path holds objects that a table reads. */
const fieldPaths: Readonly<Record<ProtocolName, readonly string[]>> = {
  chat: [
    '',
    'messages[]',
    'messages[].content[]',
    'messages[].content[].image_url',
    'messages[].content[].file',
    'messages[].tool_calls[]',
    'messages[].tool_calls[].function',
    'tools[]',
    'tools[].function',
    'stream_options',
  ],
  messages: [
    '',
    'metadata',
    'thinking',
    'output_config',
    'system[]',
    'messages[]',
    'messages[].content[]',
    'messages[].content[].source',
    'messages[].content[].content[]',
    'tools[]',
  ],
  responses: [
    '',
    'text',
    'input[]',
    'input[].content[]',
    'input[].output[]',
    'input[].tools[]',
    'tools[]',
    'tools[].tools[]',
  ],
  gemini: [
    '',
    'systemInstruction',
    'generationConfig',
    'generationConfig.thinkingConfig',
    'contents[]',
    'contents[].parts[]',
    'contents[].parts[].functionCall',
    'contents[].parts[].functionResponse',
    'contents[].parts[].inlineData',
    'tools[]',
    'tools[].functionDeclarations[]',
  ],
};

/** Types of the objects that a table reads; one without a type is read by its place. */
const knownTypes: ReadonlySet<unknown> = new Set(
  [
    ['text', 'image_url', 'input_audio', 'file', 'refusal', 'function', 'custom'],
    ['image', 'document', 'search_result', 'tool_use', 'tool_result', 'thinking'],
    ['message', 'function_call', 'function_call_output', 'custom_tool_call'],
    ['custom_tool_call_output', 'input_text', 'input_image', 'input_file', 'output_text'],
    ['namespace', 'additional_tools', 'base64', 'enabled', 'adaptive', 'json_schema'],
  ].flat(),
);

/** Gemini's parts have a name in place of a type. */
const knownParts = ['text', 'inlineData', 'functionCall', 'functionResponse'] as const;

/** The objects of a body in which unknown fields are left out. */
export function fieldSpots(body: Record<string, unknown>, protocol: ProtocolName): readonly Spot[] {
  return fieldPaths[protocol].flatMap((path) =>
    path === '' ? [{ holder: body, path }] : at(body, path, isRead),
  );
}

/** A thought is left out whole; what is unknown is not looked at. */
function isRead({ holder, path }: Spot): boolean {
  const { type, thought } = holder;
  if (path.endsWith('.parts[]') && !knownParts.some((name) => name in holder)) return false;
  return thought !== true && (type === undefined || knownTypes.has(type));
}

/** What a list of a body holds: `said` by the assistant, or shown to it. */
export interface Lists {
  readonly shown: readonly ListSpot[];
  readonly said: readonly ListSpot[];
}

export function listSpots(body: Record<string, unknown>, protocol: ProtocolName): Lists {
  switch (protocol) {
    case 'chat': {
      const messages = at(body, 'messages[]');
      const said = messages.filter(({ holder }) => holder['role'] === 'assistant');
      const others = messages.filter(({ holder }) => holder['role'] !== 'assistant');
      return { shown: listsAt(others, 'content'), said: listsAt(said, 'content') };
    }
    case 'messages': {
      const messages = at(body, 'messages[]');
      const said = messages.filter(({ holder }) => holder['role'] === 'assistant');
      const asked = messages.filter(({ holder }) => holder['role'] === 'user');
      const results = at(body, 'messages[].content[]').filter(isResult);
      return { shown: listsAt([...asked, ...results], 'content'), said: listsAt(said, 'content') };
    }
    case 'responses': {
      const items = at(body, 'input[]');
      const said = items.filter(({ holder }) => holder['role'] === 'assistant');
      const others = items.filter((each) => !said.includes(each) && isRead(each));
      const shown = [...listsAt(others, 'content'), ...listsAt(others, 'output')];
      const top = listsAt([{ holder: body, path: '' }], 'input');
      return { shown: [...shown, ...top], said: listsAt(said, 'content') };
    }
    case 'gemini': {
      const contents = at(body, 'contents[]');
      const said = contents.filter(({ holder }) => holder['role'] === 'model');
      const others = contents.filter(({ holder }) => holder['role'] !== 'model');
      return { shown: listsAt(others, 'parts'), said: listsAt(said, 'parts') };
    }
  }
}

function isResult({ holder }: Spot): boolean {
  return holder['type'] === 'tool_result';
}

function listsAt(spots: readonly Spot[], name: string): readonly ListSpot[] {
  return spots.flatMap(({ holder, path }) => {
    const list = holder[name];
    const before = path === '' ? name : `${path}.${name}`;
    return Array.isArray(list) ? [{ list, path: `${before}[]` }] : [];
  });
}

/** The objects at a path, e.g. `messages[].content[]`, each of them in such a one. */
function at(
  body: Record<string, unknown>,
  path: string,
  isIn: (spot: Spot) => boolean = () => true,
): readonly Spot[] {
  let spots: readonly Spot[] = [{ holder: body, path: '' }];
  for (const step of path.split('.')) {
    const name = step.replace('[]', '');
    spots = spots.flatMap(({ holder, path: before }) => {
      const value = holder[name];
      const isList = step.endsWith('[]');
      const inner: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
      const here = before === '' ? step : `${before}.${step}`;
      const found = inner.filter(isBody).map((each) => ({ holder: recordOf(each), path: here }));
      return found.filter(isIn);
    });
  }
  return spots;
}
