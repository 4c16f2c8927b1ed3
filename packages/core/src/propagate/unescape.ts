import type { RegionForm } from '../history/content.ts';

const escape =
  /\\(?:u([\da-f]{4})|x([\da-f]{2})|U([\da-f]{8})|([nrtbfv0])|(\r?\n[ \t]*)|([\s\S]))/gi;

/**
 * A region stands in a document as it was written (JSON or YAML escapes); a model writes the value.
 * In running text a backslash can be either, so that both readings are kept.
 */
export function unescape(text: string, form: RegionForm): string {
  if (!text.includes('\\')) return text;
  const decoded = decode(text);
  return form === 'scalar' && text.startsWith('"') ? decoded : `${decoded}\n${text}`;
}

function decode(text: string): string {
  return text.replace(
    escape,
    (
      _,
      u: string | undefined,
      x: string | undefined,
      long: string | undefined,
      control: string | undefined,
      folded: string | undefined,
      plain: string | undefined,
    ) => {
      const code = u ?? x ?? long;
      if (code !== undefined) return character(Number.parseInt(code, 16));
      if (control !== undefined) return ' ';
      return folded === undefined ? (plain ?? '') : '';
    },
  );
}

/** Halves of a surrogate pair come one by one and join again in the string. */
function character(code: number): string {
  if (code <= 0xff_ff) return String.fromCharCode(code);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\u{fffd}';
}
