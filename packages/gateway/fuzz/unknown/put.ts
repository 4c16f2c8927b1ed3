import type { Rng } from '../../../core/fuzz/rng.ts';
import type { Draft } from './bodies.ts';
import { fieldSpots, listSpots, type ListSpot } from './places.ts';
import { unknownName, unknownToken, valueWith } from './words.ts';

/** One unknown thing that stands in a request. */
export interface Put {
  readonly marker: string;
  /** `dropped`: nothing of it may pass. `unread`: it may, and all that follows is labelled top. */
  readonly becomes: 'dropped' | 'unread';
  /** Where it must be reported, in one of these ways; a header that nobody reads is not. */
  readonly reported: readonly string[];
  /** Takes it out again. */
  readonly undo: () => void;
}

type Putter = (rng: Rng, draft: Draft, marker: string) => Put | undefined;

/** Puts some unknown things into a request. */
export function putUnknown(rng: Rng, draft: Draft, word: string): readonly Put[] {
  const putters: readonly Putter[] = [
    putField,
    putField,
    putField,
    putBlock,
    putSaid,
    putTool,
    draft.protocol === 'messages' ? putBeta : putHeader,
    putHeader,
  ];
  const count = 1 + rng.below(4);
  return Array.from({ length: count }, (_, index) => {
    return rng.pick(putters)(rng, draft, `${word}m${index}m`);
  }).filter((put) => put !== undefined);
}

function putField(rng: Rng, { body, protocol }: Draft, marker: string): Put | undefined {
  const spots = fieldSpots(body, protocol);
  const { holder, path } = rng.chance(30) ? { holder: body, path: '' } : rng.pick(spots);
  const name = unknownName(rng);
  if (Object.hasOwn(holder, name)) return undefined;
  define(holder, name, valueWith(rng, marker));
  const reported = [path === '' ? name : `${path}.${name}`];
  const undo = (): boolean => Reflect.deleteProperty(holder, name);
  return { marker, becomes: 'dropped', reported, undo };
}

/** As a parser of JSON does: `__proto__` is a name like any other. */
function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  const how = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(holder, name, how);
}

/** A block, a part or an item among what the model is shown. */
function putBlock(rng: Rng, { body, protocol }: Draft, marker: string): Put | undefined {
  const { shown } = listSpots(body, protocol);
  if (shown.length === 0) return undefined;
  return putInto(rng, rng.pick(shown), { protocol, marker, becomes: 'unread' });
}

/** One in what the assistant said. */
function putSaid(rng: Rng, { body, protocol }: Draft, marker: string): Put | undefined {
  const { said } = listSpots(body, protocol);
  if (said.length === 0) return undefined;
  return putInto(rng, rng.pick(said), { protocol, marker, becomes: 'dropped' });
}

function putTool(rng: Rng, { body, protocol }: Draft, marker: string): Put | undefined {
  const list = body['tools'];
  if (!Array.isArray(list)) return undefined;
  return putInto(rng, { list, path: 'tools[]' }, { protocol, marker, becomes: 'dropped' });
}

interface Kind {
  readonly protocol: Draft['protocol'];
  readonly marker: string;
  readonly becomes: Put['becomes'];
}

function putInto(rng: Rng, { list, path }: ListSpot, { protocol, marker, becomes }: Kind): Put {
  const { value, type } = unknownObject(rng, { protocol, marker });
  // Messages has results of tools before all else.
  const first = list.findLastIndex(isResult) + 1;
  list.splice(first + rng.below(list.length - first + 1), 0, value);
  const where = protocol === 'gemini' && path === 'tools[]' ? `${path}.${type}` : `${path}:${type}`;
  const undo = (): void => void list.splice(list.indexOf(value), 1);
  return { marker, becomes, reported: [where, path], undo };
}

function isResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value
    ? value.type === 'tool_result'
    : false;
}

/** Of an unknown type; Gemini's parts and tools have a name in place of one. */
export function unknownObject(
  rng: Rng,
  { protocol, marker }: { readonly protocol: Draft['protocol']; readonly marker: string },
): { readonly value: Record<string, unknown>; readonly type: string } {
  const type = unknownName(rng);
  const value: Record<string, unknown> = {};
  if (protocol === 'gemini') define(value, type, valueWith(rng, marker));
  else {
    value['type'] = type;
    for (let count = 1 + rng.below(3); count > 0; count -= 1) {
      define(value, unknownName(rng), valueWith(rng, marker));
    }
  }
  return { value, type };
}

function putBeta(rng: Rng, { headers }: Draft, marker: string): Put {
  const before = headers['anthropic-beta'];
  const beta = `${unknownToken(rng)}-${marker}`;
  headers['anthropic-beta'] = before === undefined ? beta : `${before},${beta}`;
  const undo = (): void => {
    if (before === undefined) delete headers['anthropic-beta'];
    else headers['anthropic-beta'] = before;
  };
  return {
    marker,
    becomes: 'dropped',
    reported: [`anthropic-beta:${beta}`, 'anthropic-beta'],
    undo,
  };
}

function putHeader(rng: Rng, { headers }: Draft, marker: string): Put {
  const name = rng.pick(['x-', 'openai-', 'anthropic-', 'x-goog-']) + unknownToken(rng);
  headers[name] = `${rng.word()} ${marker}`;
  return { marker, becomes: 'dropped', reported: [], undo: () => delete headers[name] };
}
