import type { Prompt } from '../port/prompt.ts';

/**
 * Whether a server that reads control tokens anywhere would read one outside our own text: in a
 * document, in the completion, or across the end of a part.
 */
export function hasForeignControl(
  { parts }: Prompt,
  completion: string,
  controlTexts: readonly string[],
): boolean {
  const ours = new Set<string>();
  let start = 0;
  for (const { kind, text } of parts) {
    if (kind === 'template')
      for (const found of placesOf(text, controlTexts)) ours.add(nameOf(found, start));
    start += text.length;
  }
  const whole = parts.map((part) => part.text).join('') + completion;
  return placesOf(whole, controlTexts).some((found) => !ours.has(nameOf(found, 0)));
}

interface ControlText {
  readonly control: string;
  readonly at: number;
}

function nameOf({ control, at }: ControlText, start: number): string {
  return `${start + at} ${control}`;
}

/** Every place, those that lie over each other too. */
function placesOf(text: string, controlTexts: readonly string[]): readonly ControlText[] {
  return controlTexts.flatMap((control) => {
    const places: ControlText[] = [];
    if (control === '') return places;
    for (let at = text.indexOf(control); at >= 0; at = text.indexOf(control, at + 1))
      places.push({ control, at });
    return places;
  });
}
