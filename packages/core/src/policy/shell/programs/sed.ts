import { hasGlob } from '../../file/glob.ts';
import type { Arguments } from '../flags.ts';
import type { Session } from '../session.ts';

/** Edits text, and with `-i` files, by commands that run and write nothing else. */
export function sed({ flags, operands }: Arguments, session: Session): void {
  const given = flags.filter(({ name }) => name === '-e' || name === '--expression');
  const [first = '', ...rest] = operands;
  const scripts = given.length > 0 ? given.map(({ value }) => value) : [first];
  const files = given.length > 0 ? operands : rest;
  if (!scripts.every(isPlainScript)) return session.add('unknown');
  const inPlace = flags.find(({ name }) => name === '-i' || name === '--in-place');
  const suffix = inPlace?.value ?? '';
  if (!/^[\w.-]*$/.test(suffix)) return session.add('unknown');
  if (inPlace !== undefined && given.length === 0) asOnMac(files[0] ?? '', session);
  for (const file of files) {
    session.touch('read', file);
    if (inPlace !== undefined) session.touch('write', file);
    if (suffix !== '') session.touch('write', `${file}${suffix}`);
  }
}

/** There `-i` takes the script for an ending, and the first file for the script. */
function asOnMac(file: string, session: Session): void {
  const written = /^[^a-z]*w(?<file>.*)$/i.exec(file)?.groups?.['file'];
  if (written !== undefined) session.touch('write', written.trim());
  if (/^[^a-z]*s(?<mark>.).*\k<mark>.*\k<mark>[gpi\d]*w/i.test(file)) session.add('unknown');
}

const address = String.raw`(?:\d+|\$|/(?:[^/\\\n[\]]|\\[^\n])*/)`;
const command = new RegExp(
  String.raw`^\s*(?:${address}(?:\s*,\s*(?:${address}|\+\d+))?\s*)?(?:!\s*)?(?:[pdq=]\s*(?:;|\n|$))`,
);
const substitution = new RegExp(
  String.raw`^\s*(?:${address}(?:\s*,\s*${address})?\s*)?s(?<mark>[/|#,@:])`,
);

/** Only `p`, `d`, `q`, `=` and `s` without the flags that write or run. */
function isPlainScript(script: string): boolean {
  if (hasGlob(script)) return false;
  let rest = script;
  while (rest.trim() !== '') {
    const plain = command.exec(rest);
    const length = plain === null ? substitutionLength(rest) : plain[0].length;
    if (length === undefined || length === 0) return false;
    rest = rest.slice(length);
  }
  return script.trim() !== '';
}

function substitutionLength(text: string): number | undefined {
  const found = substitution.exec(text);
  const mark = found?.groups?.['mark'];
  if (found === null || mark === undefined) return undefined;
  const pattern = partLength(text.slice(found[0].length), mark);
  if (pattern === undefined) return undefined;
  const start = found[0].length + pattern;
  const replacement = partLength(text.slice(start), mark);
  if (replacement === undefined) return undefined;
  const end = start + replacement;
  const flags = /^[gpIi\d]*\s*(?:;|\n|$)/.exec(text.slice(end));
  return flags === null ? undefined : end + flags[0].length;
}

/** Up to the mark, with it; programs differ in how they take one between brackets. */
function partLength(text: string, mark: string): number | undefined {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n') return undefined;
    if (letter === '\\') at += 1;
    else if (letter === mark) {
      const part = text.slice(0, at).replaceAll(/\\./g, '');
      return /\[[^\]]*$/.test(part) ? undefined : at + 1;
    }
  }
  return undefined;
}
