import { readingOf, readRecord, faults, skips } from 'sluice/recorded';
import type { RecordedMessage, RecordedRun, RecordReading } from 'sluice/recorded';
import { parse } from 'yaml';
import { fieldsOf, type Fields } from './fields.ts';

/** A conversation that could not be read, in words for the person who wrote it. */
export class UnreadConversation extends Error {}

/** Messages may be many, but not more than a page can show. */
const textMax = 2_000_000;

/**
 * Reads a conversation: the short form of this page (a list of `user`, `call` and `answer` in
 * YAML), OpenAI chat completions, Anthropic messages, or a run of AgentDojo. Throws
 * `UnreadConversation`.
 */
export function readConversation(text: string): RecordedRun {
  if (text.length > textMax) {
    throw new UnreadConversation('It is longer than 2 million characters: cut a part out of it.');
  }
  const value = parsed(text);
  const entries = Array.isArray(value) ? value.map(fieldsOf) : [];
  return entries.length > 0 && entries.every((entry) => typeof entry['role'] !== 'string')
    ? fromEntries(entries)
    : taken(readRecord(value));
}

function parsed(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new UnreadConversation(`It is neither YAML nor JSON: ${first}`);
  }
}

function taken(reading: RecordReading): RecordedRun {
  switch (reading.kind) {
    case 'run':
      return reading.run;
    case 'skipped':
      throw new UnreadConversation(`It shows nothing of a guarded run: ${skips[reading.because]}.`);
    case 'unreadable':
      throw new UnreadConversation(
        reading.because === 'foreign'
          ? 'Write a list of `user:`, `call:` and `answer:`, or paste messages of OpenAI, Anthropic or AgentDojo.'
          : `It ${faults[reading.because]}.`,
      );
  }
}

const known = new Set(['system', 'user', 'call', 'with', 'result', 'failed', 'says', 'answer']);

function fromEntries(entries: readonly Fields[]): RecordedRun {
  const messages = entries.flatMap((entry, at) => messagesOf(entry, at + 1));
  return taken(
    readingOf({
      suite: 'playground',
      model: 'recorded',
      userTask: 'playground',
      attack: undefined,
      completed: undefined,
      declared: new Map(),
      messages,
    }),
  );
}

function messagesOf(entry: Fields, place: number): readonly RecordedMessage[] {
  const wrong = Object.keys(entry).find((key) => !known.has(key));
  if (wrong !== undefined) {
    throw new UnreadConversation(
      `Entry ${place} has \`${wrong}\`; an entry begins with \`user:\`, \`call:\` or \`answer:\`.`,
    );
  }
  if (entry['system'] !== undefined) return [{ role: 'system', text: textOf(entry['system']) }];
  if (entry['user'] !== undefined) return [{ role: 'user', text: textOf(entry['user']) }];
  if (entry['answer'] !== undefined) {
    return [{ role: 'assistant', text: textOf(entry['answer']), calls: [] }];
  }
  const tool = entry['call'];
  if (typeof tool !== 'string') {
    throw new UnreadConversation(
      `Entry ${place} needs \`user:\`, \`call: NAME_OF_TOOL\` or \`answer:\`.`,
    );
  }
  const call = { tool, args: fieldsOf(entry['with']) };
  const text = textOf(entry['says'] ?? '');
  return [
    { role: 'assistant', text, calls: [call] },
    { role: 'tool', call, text: textOf(entry['result'] ?? 'ok'), failed: entry['failed'] === true },
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
