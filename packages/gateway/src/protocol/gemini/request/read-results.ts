import type { PlainMessage, PlainPart } from '@sluice/core';
import {
  type Fields,
  fieldsOf,
  isRecord,
  type Item,
  itemField,
  optionalString,
} from '../../shared/fields.ts';
import { spelled } from '../spelling.ts';
import { resultFields, resultPartFields } from '../tables.ts';
import type { Answered } from './open-calls.ts';
import { filePart, mediaPart, partsOf, type PartItem } from './read-parts.ts';

type Result = Extract<PlainMessage, { readonly role: 'tool' }>;

/** What a result says of the call that it answers. */
export interface Answering extends Pick<Item, 'at'> {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** The same was there before. */
  readonly isAgain: boolean;
}

/** `undefined` for a result that came before. */
type FindCall = (answer: Answering) => Answered | undefined;

/**
 * The results in a content, and what else stands there. Files that a tool returned stand behind its
 * result as parts of their own: they are the tool's, and not what a user says.
 */
export function readResults(
  parts: readonly PartItem[],
  callOf: FindCall,
): { readonly results: readonly Result[]; readonly said: readonly PartItem[] } {
  const results: Result[] = [];
  const said: PartItem[] = [];
  const read = new Set<string>();
  /** Results in a row: a file behind several may be any one's. */
  let row = 0;
  let isBehindFile = false;
  for (const part of parts) {
    const last = results.at(-1);
    if ('functionResponse' in part.value) {
      const result = resultOf(part, ({ text, ...answer }) => {
        const isAgain = read.has(text);
        read.add(text);
        return callOf({ ...answer, isAgain });
      });
      if (result === undefined) continue;
      results.push(result);
      row = isBehindFile ? 1 : row + 1;
      isBehindFile = false;
    } else if ('inlineData' in part.value && last !== undefined) {
      const file = mediaPart(part);
      const one = row > 1 ? { ...file, least: 'top' } : file;
      results[results.length - 1] = { ...last, parts: [...last.parts, one] };
      isBehindFile = true;
    } else said.push(part);
  }
  return { results, said };
}

/** `text`: all that is read of it, so that what is left out makes it no other result. */
interface ReadAnswer extends Omit<Answering, 'isAgain'> {
  readonly text: string;
}

function resultOf(
  part: PartItem,
  callOf: (answer: ReadAnswer) => Answered | undefined,
): Result | undefined {
  const { value, at } = itemField(
    fieldsOf(part.value, resultPartFields, part.at),
    'functionResponse',
  );
  const fields = fieldsOf(spelled(value), resultFields, at);
  const id = optionalString(fields, 'id');
  const name = optionalString(fields, 'name');
  const call = callOf({ id, name, at, text: JSON.stringify([...fields.read]) });
  if (call === undefined) return undefined;
  const { text, failed } = outputOf(fields);
  const files = partsOf(fields).map((file) => nested(filePart(file)));
  const own: readonly PlainPart[] = [{ kind: 'text', text }, ...files];
  const parts = call.isSure ? own : own.map((each) => ({ ...each, least: 'top' }));
  return { role: 'tool', callId: call.id, tool: call.tool, parts, ...(failed && { failed }) };
}

/** A file inside of the result, which some models alone take there. */
export const inside = 'inside';

function nested(part: PlainPart): PlainPart {
  if (part.kind === 'text' || !isRecord(part.data)) return part;
  return { ...part, data: { ...part.data, [inside]: true } };
}

/**
 * The result as its tool gave it: the protocol says that it stands under `output` or `error`, and
 * some SDKs write `result`, or `content` beside the tool's name. Where there is more, all of it is
 * the result.
 */
function outputOf(fields: Fields): { readonly text: string; readonly failed: boolean } {
  const { value = {} } = itemField(fields, 'response');
  const wrapper = isRecord(value) ? wrapperOf(value, fields.read.get('name')) : undefined;
  const output = isRecord(value) && wrapper !== undefined ? value[wrapper] : value;
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null);
  return { text, failed: wrapper === 'error' };
}

function wrapperOf(
  { name, ...response }: Readonly<Record<string, unknown>>,
  tool: unknown,
): string | undefined {
  const [only = '', ...others] = Object.keys(response);
  if (others.length > 0) return undefined;
  if (name !== undefined) return name === tool && only === 'content' ? only : undefined;
  return wrappers.has(only) ? only : undefined;
}

const wrappers: ReadonlySet<string> = new Set(['output', 'result', 'error']);

/** A result as the provider takes it: an object. Text stays text, spaces and all. */
export function responseOf(text: string, failed: boolean): Readonly<Record<string, unknown>> {
  return { [failed ? 'error' : 'output']: text };
}
