const longRun = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;

/** No accent is ASCII, and this is looked for ten times as fast. */
const mayHoldRun = /[\u0080-\uffff]{31}/;

/**
 * Unicode's normal form of a text that strangers write. Platforms sort the accents of a letter by
 * moving each past those before it, so a run of them takes the square of its length: one of 600,000
 * holds a process up for 20 s. As in the Stream-Safe Text Format (UAX 15), no run is longer than
 * 30: the invisible U+034F stands behind each.
 */
export function normalForm(text: string, form: 'NFKC' | 'NFKD'): string {
  // ASCII text is in normal form.
  if (!/\P{ASCII}/u.test(text)) return text;
  const short = mayHoldRun.test(text) ? text.replaceAll(longRun, '$&\u{34f}') : text;
  return short.normalize(form);
}
