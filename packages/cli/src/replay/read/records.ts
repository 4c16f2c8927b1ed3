import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { unreadFile } from '../../files.ts';
import { fieldsOf, isNestedDeeper } from '../../json.ts';
import { isAgentDojo, readAgentDojo } from './agentdojo.ts';
import { readChatLog } from './chat-log.ts';
import { Conversations } from './conversations.ts';
import { readSpans } from './genai-spans.ts';
import { EventRuns, isMonitorEvent } from './monitor-events.ts';
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
    return existing(named).isDirectory() ? filesUnder(named, new Set()).toSorted() : [named];
  });
  // A file that several links lead to is one file.
  const byPlace = new Map(files.toReversed().map((file) => [placeOf(file), file]));
  return [...byPlace.values()].toReversed().map((file) => {
    const stats = statsOf(file);
    return { file, bytes: stats?.size ?? 0, changedMs: stats?.mtimeMs ?? 0 };
  });
}

/**
 * The record files in a folder, by their names. A folder may be linked into itself: each is `seen`
 * once. A link that leads nowhere is kept, for what cannot be read has to be named.
 */
function filesUnder(folder: string, seen: Set<string>): readonly string[] {
  const place = placeOf(folder);
  if (seen.has(place)) return [];
  seen.add(place);
  return namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stats = statsOf(file);
    if (stats?.isDirectory() === true) return filesUnder(file, seen);
    const isRecord = /\.(?:jsonl?|ndjson)(?:\.gz)?$/.test(name);
    return isRecord && stats?.isFile() !== false ? [file] : [];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw unreadFile(folder, cause);
  }
}

function existing(named: string): Stats {
  try {
    return statSync(named);
  } catch (cause) {
    throw unreadFile(named, cause);
  }
}

/** The file or folder at a path; `undefined` where it leads nowhere. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Every record of a file: the only reader, whatever the format. Faults are yielded, not thrown. */
export async function* recordsIn(file: string, onBytes?: OnBytes): AsyncGenerator<PlacedReading> {
  const conversations = new Conversations(file);
  const eventRuns = new EventRuns(file);
  let isEmpty = true;
  for await (const { value, line } of valuesIn(file, onBytes)) {
    isEmpty = false;
    if (typeof value === 'string') yield unreadable(file, line, value);
    else yield* readingsOf(value.json, { file, line, conversations, eventRuns });
  }
  if (isEmpty) yield unreadable(file, 0, 'empty');
  yield* conversations.end();
  yield* eventRuns.end();
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
  if (isNestedDeeper(line.text)) return { line: line.line, value: 'too-deep' };
  try {
    return { line: line.line, value: { json: JSON.parse(line.text) } };
  } catch {
    return { line: line.line, value: 'not-json' };
  }
}

/** The place of a record, and the runs that its file has not ended. */
interface Under {
  readonly file: string;
  readonly line: number;
  readonly conversations: Conversations;
  readonly eventRuns: EventRuns;
}

function* readingsOf(
  value: unknown,
  { file, line, conversations, eventRuns }: Under,
): Generator<PlacedReading> {
  const record = fieldsOf(value);
  if (isAgentDojo(record)) {
    yield { file, line, reading: readAgentDojo(record) };
    return;
  }
  if (isMonitorEvent(record)) {
    yield* eventRuns.add(record, line);
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
