import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../files.ts';
import { isAgentDojo, readAgentDojo } from './agentdojo.ts';
import { readChatLog } from './chat-log.ts';
import { Conversations } from './conversations.ts';
import { readSpans } from './genai-spans.ts';
import { linesOf, recordCharactersMax, wholeText, type Line, type OnBytes } from './lines.ts';
import type { Fault, PlacedReading } from './record.ts';

/** A file of records, and how long it is. */
export interface RecordFile {
  readonly file: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/**
 * The record files that paths name, folders with all that is in them, each once and in order.
 * Throws `file-unreadable` where a path is not there.
 */
export function recordFiles(paths: readonly string[]): readonly RecordFile[] {
  const files = paths.flatMap((named) => {
    const stats = statSync(named, { throwIfNoEntry: false });
    if (stats === undefined) {
      throw new SluiceError('file-unreadable', `cannot read \`${named}\``, {
        hint: 'check the path and that you may read it',
      });
    }
    if (!stats.isDirectory()) return [named];
    return readdirSync(named, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.jsonl?(?:\.gz)?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted();
  });
  return [...new Set(files)].map((file) => {
    const { size, mtimeMs } = statSync(file);
    return { file, bytes: size, changedMs: mtimeMs };
  });
}

/** Every record of a file: the only reader, whatever the format. Faults are told, not thrown. */
export async function* recordsIn(file: string, onBytes?: OnBytes): AsyncGenerator<PlacedReading> {
  const conversations = new Conversations(file);
  for await (const { value, line } of valuesIn(file, onBytes)) {
    if (typeof value === 'string') yield unreadable(file, line, value);
    else yield* readingsOf(value.json, { file, line, conversations });
  }
  yield* conversations.end();
}

interface Value {
  readonly line: number;
  /** JSON, or why there is none. */
  readonly value: { readonly json: unknown } | Fault;
}

async function* valuesIn(file: string, onBytes: OnBytes): AsyncGenerator<Value> {
  if (/\.json(?:\.gz)?$/.test(file)) {
    yield* valuesOfWhole(parsedLine(await wholeText(file, onBytes)));
    return;
  }
  for await (const line of linesOf(file, { charactersMax: recordCharactersMax, onBytes }))
    yield parsedLine(line);
}

/** A list of records is read one by one; a list of messages is one conversation. */
function valuesOfWhole(whole: Value): readonly Value[] {
  const { value } = whole;
  if (typeof value === 'string' || !Array.isArray(value.json)) return [whole];
  const list: readonly unknown[] = value.json;
  if (list.length > 0 && list.every((one) => 'role' in fieldsOf(one))) return [whole];
  return list.map((json, at) => ({ line: at + 1, value: { json } }));
}

function parsedLine(line: Line): Value {
  if (line.kind === 'fault') return { line: line.line, value: line.because };
  // Only a whole file can be blank: blank lines are passed over.
  if (line.text.trim() === '') return { line: line.line, value: 'empty' };
  try {
    return { line: line.line, value: { json: JSON.parse(line.text) } };
  } catch {
    return { line: line.line, value: 'not-json' };
  }
}

function* readingsOf(
  value: unknown,
  {
    file,
    line,
    conversations,
  }: { readonly file: string; readonly line: number; readonly conversations: Conversations },
): Generator<PlacedReading> {
  const record = fieldsOf(value);
  if (isAgentDojo(record)) {
    yield { file, line, reading: readAgentDojo(record) };
    return;
  }
  const request = readChatLog(value);
  const requests = request === undefined ? readSpans(value) : [request];
  if (requests === undefined) yield unreadable(file, line, 'foreign');
  for (const one of requests ?? []) {
    if (one.messages.length === 0) yield unreadable(file, line, 'no-messages');
    else yield* conversations.add(one, line);
  }
}

function unreadable(file: string, line: number, because: Fault): PlacedReading {
  return { file, line, reading: { kind: 'unreadable', because } };
}
