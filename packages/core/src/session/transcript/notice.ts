const begin = '[Sluice: ';

/** No notice has brackets or lines in it, so that each place is read once. */
const form = /(?:\n\n)?\[Sluice: [^[\]\n]{1,8000}\](?:\n\n)?/g;

/** A text of Sluice's own in an answer, for whoever reads it there. Throws where it is none. */
export function noticeText(text: string): string {
  if (/[[\]\n]/.test(text)) throw new RangeError('a notice has no brackets and no lines');
  return `${begin}${text}]`;
}

export function hasNotice(text: string): boolean {
  return text.includes(begin);
}

/**
 * An answer as it was before notices were put into it, each between empty lines. The like that a
 * model writes is left out too: it makes no answer another one, and shows nobody anything.
 */
export function withoutNotices(text: string): string {
  return hasNotice(text) ? text.replaceAll(form, '') : text;
}
