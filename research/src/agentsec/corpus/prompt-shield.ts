import { SluiceError } from '@sluice/core';
import { z } from 'zod';

/** A text of PromptShield's collection. */
export interface LabelledPrompt {
  readonly text: string;
  readonly isInjection: boolean;
}

const row = z.object({
  prompt: z.string(),
  label: z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]),
});

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
