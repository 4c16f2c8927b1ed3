import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { withoutOrders } from '../defence/patterns.ts';
import { withAdversary } from '../suite/rewrite.ts';
import type { Round, SecTask } from '../task/task.ts';

export interface Corpora {
  /** Passages that stand beside what a task is about, on both sides; never a secret (4.7). */
  readonly background: readonly string[];
  /** Injections that the adversary says before what the game has them say. */
  readonly injections: readonly string[];
}

const row = z.object({
  prompt: z.string(),
  label: z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]),
});

/** The longest passage, so that prompts stay as long as they are. */
const passageLettersMax = 400;

/** A field, with the lines that go on with it. */
const field = String.raw`[A-Za-z][A-Za-z-]*:.*\n(?:[ \t]+.*\n)*`;

/** One line that looks like a field is a sentence of a body. */
const block = String.raw`(?:From .*\n(?:${field})+|(?:${field}){2,})\n`;

const headers = new RegExp(String.raw`(?:^|\n[ \t]*\n|\n(?=Message-ID:|From ))${block}`);

/** The same tasks with texts of outside in them, one after the other in turn. */
export function withCorpora(
  tasks: readonly SecTask[],
  { background, injections }: Corpora,
): readonly SecTask[] {
  return tasks.map((task, index) => {
    const injection = injections[index % Math.max(1, injections.length)];
    const attacked =
      injection === undefined
        ? task
        : withAdversary(task, ({ from, text }) => [{ from, text: `${injection}\n${text}` }]);
    const passage = background[index % Math.max(1, background.length)];
    return passage === undefined ? attacked : withPassage(attacked, passage);
  });
}

/** Whoever the task may rely on is who the passage is of. */
function withPassage(task: SecTask, text: string): SecTask {
  const chunk = { from: task.authorised[0] ?? '', text };
  const added = (round: Round): Round => ({
    ...round,
    benign: [...round.benign, chunk],
    adversarial: [...round.adversarial, chunk],
  });
  const [first, ...others] = task.rounds;
  return { ...task, rounds: [added(first), ...others.map(added)] };
}

/** The results of the transparent filter on a collection that it was not written for. */
interface Detected {
  /** The share of injections in which it changes something. */
  readonly detected: number;
  /** The share of other texts in which it does. */
  readonly falseAlarms: number;
}

export function detectedBy(prompts: readonly LabelledPrompt[]): Detected {
  const shareOf = (isInjection: boolean): number => {
    const own = prompts.filter((each) => each.isInjection === isInjection);
    const changed = own.filter(({ text }) => withoutOrders([{ from: '', text }])[0]?.text !== text);
    return own.length === 0 ? 0 : changed.length / own.length;
  };
  return { detected: shareOf(true), falseAlarms: shareOf(false) };
}

/**
 * The bodies of plain e-mails, one after the other in a text. A mail begins with a block of
 * headers, at the beginning of the text, after an empty line, or with `Message-ID:` or mbox's
 * `From ` on any line: two `Name: value` lines at least, or `From ` and one, up to an empty line.
 * A text without headers is one passage. Bodies are cut after 400 letters, at the end of a word.
 */
export function readEmails(text: string): readonly string[] {
  const plain = text.replaceAll('\r\n', '\n').trimStart();
  return plain
    .split(headers)
    .map(passageOf)
    .filter((body) => body !== '');
}

function passageOf(body: string): string {
  const flat = body.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= passageLettersMax) return flat;
  const cut = flat.slice(0, passageLettersMax);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1));
}

/** A text of PromptShield's collection. */
interface LabelledPrompt {
  readonly text: string;
  readonly isInjection: boolean;
}

/**
 * Reads PromptShield's format: a JSON list, or a JSON object a line, with `prompt` and `label`,
 * where 1 is an injection. Throws `file-unreadable` for anything else, by the number of the row.
 */
export function readPromptShield(text: string): readonly LabelledPrompt[] {
  return rowsOf(text).map((value, at) => {
    const parsed = row.safeParse(value);
    if (!parsed.success) throw unreadable(at + 1);
    return { text: parsed.data.prompt, isInjection: Number(parsed.data.label) === 1 };
  });
}

function rowsOf(text: string): readonly unknown[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) {
    const value = jsonOf(trimmed, 1);
    return z.array(z.unknown()).parse(value);
  }
  return trimmed.split('\n').map((line, at) => jsonOf(line, at + 1));
}

function jsonOf(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(number);
  }
}

function unreadable(number: number): SluiceError {
  return new SluiceError('file-unreadable', `row ${number} is no row of PromptShield's format`, {
    hint: 'give a JSON list, or a JSON object a line, with `prompt` and `label` (0 or 1)',
  });
}
