import { normalForm } from '../../history/normal-form.ts';

/**
 * True if a text may make its reader's screen fetch or offer an address: Markdown links, images and
 * definitions, HTML tags, bare addresses. Renderers differ, so this errs on the side of a link:
 * what is one after entities and escapes are undone, and invisible characters left out, is one.
 */
export function holdsLinks(text: string): boolean {
  if (looksLinked(text)) return true;
  const plain = plainForm(text);
  return plain !== text && looksLinked(plain);
}

function looksLinked(text: string): boolean {
  return linkForms.some((link) => link.test(text));
}

/** Each begins with a rare character and looks back from there: most of a text is passed over. */
const linkForms: readonly RegExp[] = [
  // Markdown: `[text](target)`, `![alt](target)`, `[text][ref]`, `[ref]: target`.
  /\]\s?[([:]/,
  // HTML and XML tags, and Markdown's `<target>`.
  /<[!/?]?[a-z]/i,
  // `https://`, `ftp://`, and addresses that take the page's own scheme.
  /(?<=[a-z][a-z\d+.-]{0,30}):[/\\]/i,
  /(?<![:\w/\\])[/\\]{2}[\p{L}\p{N}_[]/u,
  /(?<![\p{L}\p{N}])(?:mailto|tel|sms|data|javascript|vbscript|blob|file|about):\S/iu,
  /(?<![\p{L}\p{N}])www\d{0,3}\./iu,
  // A bare host with a path or a query: `evil.example/x`, `10.0.0.1:80?x`. Some scripts write
  // vowels as marks, and some registries sell signs.
  /(?<=[\p{L}\p{N}\p{M}\p{S}])\.(?:[\p{L}\p{M}]{2,63}|xn--[a-z\d-]{1,59})\.?(?::\d{1,5})?[/?#]/iu,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?[/?#]/,
  /url\s?\(/i,
];

// Format and control characters except tabs and line breaks, and letters that draw nothing.
const invisible =
  /(?![\t\n\r])[\p{Cf}\p{Cc}]|\u{34f}|\u{115f}|\u{1160}|\u{17b4}|\u{17b5}|\u{3164}|\u{ffa0}/gu;

/** The text after entities and escapes are undone, without invisible characters. */
export function plainForm(text: string): string {
  return normalForm(decodeEntities(text), 'NFKC')
    .replaceAll('\u3002', '.')
    .replaceAll(invisible, '')
    .replaceAll(/\\(?=[[\](){}<>:!#.\-_*`|])/g, '');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['colon', ':'],
  ['sol', '/'],
  ['bsol', '\\'],
  ['period', '.'],
  ['lpar', '('],
  ['rpar', ')'],
  ['lsqb', '['],
  ['lbrack', '['],
  ['rsqb', ']'],
  ['rbrack', ']'],
  ['quest', '?'],
  ['num', '#'],
  ['commat', '@'],
  ['excl', '!'],
  ['equals', '='],
  ['plus', '+'],
  ['hyphen', '-'],
  ['dash', '-'],
  ['lowbar', '_'],
  ['UnderBar', '_'],
  ['Tab', ''],
  ['NewLine', ''],
  ['ZeroWidthSpace', ''],
]);

/** Character references by number, and by the names of marks that can write an address. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});?/gi, (whole, code: string) => {
      const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .replaceAll(/&([A-Za-z]{2,14});?/g, (whole, name: string) => entities.get(name) ?? whole);
}
