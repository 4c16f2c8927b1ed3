import { holdsLinks, plainForm } from './links.ts';

/**
 * The same text with every link in it in a form that no renderer follows, as reports of attacks
 * write addresses (`https[://]evil[.]example/x`); `undefined` where one would be left. A reader
 * still sees where it would have led.
 */
export function withInertLinks(text: string): string | undefined {
  // What is a link only once escapes are undone is written out first.
  return [text, plainForm(text)].map(broken).find((each) => !holdsLinks(each));
}

function broken(text: string): string {
  return breaks.reduce((all, [form, by]) => all.replaceAll(form, by), text);
}

/** One for each form of a link (links.ts), in an order in which none makes another. */
const breaks: readonly (readonly [form: RegExp, by: string])[] = [
  // The scheme of an address, and its two slashes.
  [/(?<=[a-z][a-z\d+.-]{0,30}):([/\\]{1,4})/gi, '[:$1]'],
  [/(?<![:\w/\\])[/\\]{2}(?=[\w[])/g, '[$&]'],
  [/\b(mailto|tel|sms|data|javascript|vbscript|blob|file|about):(?=\S)/gi, '$1[:]'],
  // The last dot of a host.
  [/\b(www\d{0,3})\./gi, '$1[.]'],
  [/(?<=[\p{L}\p{N}])\.((?:\p{L}{2,63}|xn--[a-z\d-]{1,59})\.?(?::\d{1,5})?[/?#])/giu, '[.]$1'],
  [/\b(\d{1,3}(?:\.\d{1,3}){2})\.(\d{1,3}(?::\d{1,5})?[/?#])/g, '$1[.]$2'],
  // Tags, and what Markdown and CSS make of brackets.
  [/<(?=[!/?]?[a-z])/gi, '\u2039'],
  [/\](\s?)(?=[([:])/g, '] \u2013 '],
  [/url\s?\(/gi, 'url \u2013 ('],
];
