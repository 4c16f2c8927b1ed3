import { holdsLinks, plainForm } from './links.ts';

/**
 * The same text with every link in it in a form that no renderer follows, as reports of attacks
 * write addresses (`https[://]evil[.]example/x`); `undefined` where one would be left. A reader
 * still sees where it would have led.
 */
export function withInertLinks(text: string): string | undefined {
  // Some texts are links only once escapes are undone: those are written out first.
  return [text, plainForm(text)].map(broken).find((each) => !holdsLinks(each));
}

function broken(text: string): string {
  const hosts = text.replaceAll(/\S+/g, (word) => (holdsLinks(word) ? withoutHosts(word) : word));
  return breaks.reduce((all, [form, by]) => all.replaceAll(form, by), hosts);
}

/** Without its scheme, or behind it, a renderer may still take a host or a mail address for one. */
function withoutHosts(word: string): string {
  return word
    .replaceAll(/(?<=\S)[.\u3002\uff0e\uff61](?=\S)/gu, '[.]')
    .replaceAll(/[@\uff20]/gu, '[at]');
}

/** One for each form of a link (links.ts), in an order in which none makes another. */
const breaks: readonly (readonly [form: RegExp, by: string])[] = [
  // The scheme of an address, and its two slashes.
  [/(?<=[a-z][a-z\d+.-]{0,30}):([/\\]{1,4})/gi, '[:$1]'],
  [/(?<![:\w/\\])[/\\]{2}(?=[\p{L}\p{N}_[])/gu, '[$&]'],
  [/(?<![\p{L}\p{N}])(mailto|tel|sms|data|javascript|vbscript|blob|file|about):(?=\S)/giu, '$1[:]'],
  // A dot before which a link breaks off, at the end of a word.
  [/(?<![\p{L}\p{N}])(www\d{0,3})\./giu, '$1[.]'],
  // Tags, and what Markdown and CSS make of brackets.
  [/<(?=[!/?]?[a-z])/gi, '\u2039'],
  [/\](\s?)(?=[([:])/g, '] \u2013 '],
  [/url\s?\(/gi, 'url \u2013 ('],
];
