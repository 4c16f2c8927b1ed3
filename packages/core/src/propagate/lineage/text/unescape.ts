import type { RegionForm } from '../../../history/content.ts';
import { segmentsOf } from './segments.ts';
import type { Slices } from '../../../history/slices.ts';

/** The first line of a YAML block scalar: its digit is no value. */
const blockHeader = /^[|>][0-9+-]*(?=[ \t]*\r?\n)/;
const escape = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|U[\dA-Fa-f]{8}|\r?\n[ \t]*|[\s\S])/g;

/**
 * A region stands in a document as it was written (JSON or YAML escapes); a model writes the value.
 * In running text a backslash can be either, so that both readings are kept.
 */
export function unescape(written: string, form: RegionForm): string {
  const text = withoutHeader(written, form);
  return text.includes('\\') ? read(text, text.replaceAll(escape, decode), form) : text;
}

/** The same of a text of any length. */
export function* unescapeLong(written: string, form: RegionForm): Slices<string> {
  const text = withoutHeader(written, form);
  if (!text.includes('\\')) return text;
  const segments: string[] = [];
  for (const { start, end } of segmentsOf(text)) {
    segments.push(text.slice(start, end).replaceAll(escape, decode));
    yield;
  }
  return read(text, segments.join(''), form);
}

function withoutHeader(written: string, form: RegionForm): string {
  return form === 'scalar' ? written.replace(blockHeader, '') : written;
}

function read(text: string, decoded: string, form: RegionForm): string {
  const isValue = form !== 'text' && form !== 'container';
  return isValue && text.startsWith('"') ? decoded : `${decoded}\n${text}`;
}

function decode(sequence: string): string {
  const kind = sequence.charAt(1);
  if (sequence.length > 2 && 'uxU'.includes(kind)) {
    return character(Number.parseInt(sequence.slice(2), 16));
  }
  if (kind === '\n' || kind === '\r') return '';
  return 'nrtbfv0'.includes(kind) ? ' ' : kind;
}

/** Halves of a surrogate pair come one by one and join again in the string. */
function character(code: number): string {
  if (code <= 0xff_ff) return String.fromCharCode(code);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\u{fffd}';
}
