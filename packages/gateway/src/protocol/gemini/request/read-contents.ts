import type { PlainCall, PlainMessage, PlainPart } from '@sluice/core';
import {
  type Fields,
  fieldsOf,
  invalidField,
  isRecord,
  type Item,
  itemField,
  listField,
  optionalString,
  refusedField,
  stringField,
} from '../../shared/fields.ts';
import { isEnd, markedCallId, plainId } from '../marks.ts';
import { spelled } from '../spelling.ts';
import { callFields, callPartFields, contentFields, textPartFields } from '../tables.ts';
import { dataIn, partsOf, type PartItem, userPart } from './read-parts.ts';
import { type Answered, OpenCalls } from './open-calls.ts';
import { readResults, type Answering } from './read-results.ts';
import { toolName } from './read-tools.ts';

/**
 * The transcript of a request. Throws `RequestError` where a result belongs to no call: what it
 * belongs to decides its label. `isWhole`: false for a piece whose tokens are counted.
 */
export function readContents(
  items: readonly Item[],
  { isWhole }: { readonly isWhole: boolean },
): readonly PlainMessage[] {
  const reader = new TranscriptReader(isWhole);
  for (const item of items) reader.read(item);
  const last = items.at(-1);
  if (isWhole && last !== undefined) reader.mustEnd(last);
  return reader.messages;
}

class TranscriptReader {
  readonly messages: PlainMessage[] = [];
  readonly #isWhole: boolean;
  readonly #ids = new Set<string>();
  /** Calls whose results have not come yet: these are the very next thing. */
  readonly #open = new OpenCalls();
  /** The last message is an answer that may go on. */
  #goesOn = false;
  #unnamed = 0;

  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  read(item: Item): void {
    const fields = fieldsOf(spelled(item.value), contentFields, item.at);
    const role = optionalString(fields, 'role') ?? 'user';
    const parts = partsOf(fields);
    if (role === 'model') this.#model(parts, item);
    else if (role === 'user') this.#user(parts, item);
    // Nothing in it is said by a user.
    else if (role === 'function') this.#user(parts, item, { least: 'top' });
    else throw invalidField(item.at, 'has no role that is known', 'use `user` or `model`');
  }

  mustEnd(last: Item): void {
    this.#mustBeAnswered(last);
    if (this.messages.at(-1)?.role !== 'assistant') return;
    const hint = 'end with what the user says: an answer that the client begins has no label';
    throw refusedField(last.at, hint);
  }

  /** Its thoughts, and what the provider ran, are left out: only what we stored is replayed. */
  #model(parts: readonly PartItem[], item: Item): void {
    const before = this.#goesOn ? this.messages.pop() : undefined;
    const begun = before?.role === 'assistant' ? before : { text: '', calls: [] };
    if (before === undefined) this.#mustBeAnswered(item);
    const texts = parts.map((part) => this.#spoken(part));
    const called = parts.flatMap((part) => this.#called(part));
    const text = [begun.text, ...texts].join('');
    this.messages.push({ role: 'assistant', text, calls: [...begun.calls, ...called] });
    this.#goesOn = !parts.some(({ value }) => isEnd(value));
  }

  #spoken({ value, at }: PartItem): string {
    if (typeof value['text'] === 'string' && value['thought'] !== true) {
      return stringField(fieldsOf(value, textPartFields, at), 'text');
    }
    if (!replayed.some((name) => name in value)) at.drop(dataIn(value));
    return '';
  }

  #called(part: PartItem): readonly PlainCall[] {
    if (!('functionCall' in part.value)) return [];
    const outer = fieldsOf(part.value, callPartFields, part.at);
    const { value, at } = itemField(outer, 'functionCall');
    const fields = fieldsOf(spelled(value), callFields, at);
    const tool = toolName(fields);
    const given = optionalString(fields, 'id');
    const marked = markedCallId(outer.read.get('thoughtSignature'));
    const id = marked ?? (given === undefined ? this.#newId() : plainId(given));
    if (this.#ids.has(id)) {
      throw invalidField(at, 'has the id of another call', 'give each call an id of its own');
    }
    this.#ids.add(id);
    const called = { id, tool, args: argsOf(fields) };
    this.#open.add({ ...called, given });
    return [called];
  }

  /** Of a call that is no answer of ours: by its place, so that it is the same the next time. */
  #newId(): string {
    this.#unnamed += 1;
    return `unnamed_${this.#unnamed}`;
  }

  /** Results come first, wherever they stand: they answer the calls. */
  #user(parts: readonly PartItem[], item: Item, by: { readonly least?: string } = {}): void {
    this.#goesOn = false;
    const { results, said } = readResults(parts, (answer) => this.#answered(answer));
    this.messages.push(...results);
    if (said.length > 0 || results.length === 0) this.#mustBeAnswered(item);
    const spoken = said
      .map((part) => ({ ...userPart(part), ...by }))
      .filter((part) => part.kind !== 'text' || part.text !== '');
    if (spoken.length > 0) this.messages.push({ role: 'user', parts: spoken });
  }

  /** Some clients send a result twice when they go on with a conversation that they had stored. */
  #answered({ id, name, at, isAgain }: Answering): Answered | undefined {
    if (isAgain && id !== undefined) return undefined;
    const call = this.#open.answer(id, name);
    if (call !== undefined) return call;
    if (isAgain) return undefined;
    if (!this.#isWhole) return { id: id ?? this.#newId(), tool: name ?? '', isSure: true };
    const hint = 'send the content with the `functionCall` right before its results, each once';
    throw invalidField(at, 'answers no open call', hint);
  }

  #mustBeAnswered({ at }: Item): void {
    if (this.#open.size === 0 || !this.#isWhole) return;
    const hint = 'answer each `functionCall` with a `functionResponse` in the next content';
    throw invalidField(at, 'stands where results of calls are missing', hint);
  }
}

/** Parts of an answer that are read elsewhere, or that only we replay. */
const replayed = ['text', 'functionCall', 'executableCode', 'codeExecutionResult'] as const;

function argsOf(fields: Fields): string {
  const { value = {}, at } = itemField(fields, 'args');
  if (isRecord(value)) return JSON.stringify(value);
  throw invalidField(at, 'is no object', 'pass the arguments as an object');
}

/** The parts of an instruction: text alone, in as many parts as it has. */
export function readInstruction(item: Item): readonly PlainPart[] {
  if (item.value === undefined) return [];
  const said = partsOf(fieldsOf(spelled(item.value), contentFields, item.at));
  return said.flatMap((part) => {
    const read = userPart(part);
    if (read.kind === 'text') return read.text === '' ? [] : [read];
    throw invalidField(part.at, 'is no text', 'give instructions as text');
  });
}

/** The contents of a field, which the SDKs also take as a single one. */
export function contentsOf(fields: Fields): readonly Item[] {
  const { value, at } = itemField(fields, 'contents');
  return isRecord(value) ? [{ value, at }] : listField(fields, 'contents');
}
