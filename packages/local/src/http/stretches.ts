import type { Prompt } from '../port/prompt.ts';
import { pointsOf, type Stretch } from './locate.ts';

/** The runs of a prompt, as `locate` counts them. */
export function stretchesOf({ parts }: Prompt, controlTexts: readonly string[]): Stretch[] {
  return parts.map(({ kind, text }) => {
    const bare = controlTexts.reduce((left, control) => left.replaceAll(control, ''), text);
    return { kind, length: pointsOf(text), bare: pointsOf(bare) };
  });
}
