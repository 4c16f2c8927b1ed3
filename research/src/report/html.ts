import { printable } from './plain.ts';

/** Markup of ours. Whatever `markup` is given is text, unless it is one of these. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/**
 * INVARIANT (escaping): every value becomes text or the inside of a quoted attribute, whoever wrote
 * it; only the constant parts of a template are markup. `undefined` leaves nothing.
 */
export function markup(constants: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = parts.map((part, at) => markupOf(part) + (constants[at + 1] ?? ''));
  return new Html((constants[0] ?? '') + written.join(''));
}

/** Text of ours, with what stands between backticks set as code. */
export function withCode(text: string): Html {
  const parts = text.split('`');
  return markup`${parts.map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part))}`;
}

/** Markup that this package made by other means, e.g. a script of ours. Never a run's text. */
export function ours(text: string): Html {
  return new Html(text);
}

/** JSON as the content of a script element that is data: no character of it can end the element. */
export function jsonElement(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return markup`<script type="application/json" id="${id}">${ours(json)}</script>`;
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  const text = printable(String(part));
  return text.replaceAll(/[&<>"'`]/g, (letter) => `&#${letter.codePointAt(0) ?? 0};`);
}
