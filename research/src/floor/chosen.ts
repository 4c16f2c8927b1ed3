import { type History, type Label, type LabelSpace, redact, textOf } from '@sluice/core';
import { evidenceOf, suffices } from '../reader/evidence.ts';
import { Seen, TextReader } from '../reader/seen.ts';
import { Prompt } from '../reader/stated.ts';

/** Values of a call, with what the user said and all that was read before. */
export interface Choosing {
  readonly space: LabelSpace;
  readonly history: History;
  readonly prompt: string;
  readonly outputs: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * True if a reader who chooses among what it reads could choose these values from the view at this
 * label: it sees the words of the request that the outputs hold (`selecting`). Where it cannot,
 * the values may stand in trusted text, and still be the choice of a stranger's.
 */
export function canChoose(choosing: Choosing, label: Label): boolean {
  const { space, history, prompt, outputs, values } = choosing;
  const evidence = evidenceOf(values, { prompt: new Prompt(prompt), outputs });
  const { messages } = redact(space, history, label, { structure: 'keep' });
  const texts = messages.flatMap((message) =>
    message.role === 'tool' ? [textOf(message.parts)] : [],
  );
  const reader = new TextReader();
  return suffices(evidence, new Seen(texts.map((text) => reader.read(text))), 'selecting');
}
