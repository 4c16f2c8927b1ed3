import { readPattern, type Pattern } from '../pattern/regex.ts';

/**
 * What a policy may look for by name. Each is a few patterns of our own: published rule sets are
 * written for engines that backtrack, on source code, and none knows a password in a mail.
 */
export const recogniserNames = [
  'amount',
  'api-key',
  'card-number',
  'link',
  'one-time-code',
  'password',
  'private-key',
] as const;

export type RecogniserName = (typeof recogniserNames)[number];

const between = String.raw`[ \t]*(?:[:=]|->|[iI][sS]|[wW][aA][sS])[ \t]*`;
const quote = '["\'`“‘]?';
const key = String.raw`[A-Za-z0-9_\-]`;
const secretWord = String.raw`${any('pass')}(?:[ _\-]?${any('word')}|${any('wort')}|[ _\-]?${any('phrase')})|${any('pwd')}|${any('kennwort')}`;
const codeWord = `${any('code')}|${any('otp')}|${any('pin')}|${any('passcode')}|${any('tan')}`;
const money = String.raw`\d(?:[\d.,' ]{0,14}\d)?`;
const currency = '[$€£¥₹]|USD|EUR|GBP|CHF|JPY|INR';

const sources: Readonly<Record<RecogniserName, readonly string[]>> = {
  amount: [`(?:${currency})[ ]?${money}`, `${money}[ ]?(?:${currency})`],
  // The beginnings are those that the issuers publish.
  'api-key': [
    String.raw`\b(?:sk-(?:[a-z]{2,8}-)*|sk_live_|sk_test_|rk_live_|gh[opsur]_|github_pat_|glpat-|npm_|pypi-|hf_|xox[abeprs]-|SG\.|dop_v1_|shpat_|AIza)${key}{16,}`,
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\beyJ${key}{8,}\.eyJ${key}{8,}\.${key}{8,}`,
    String.raw`(?:${any('api')}[ _\-]?${any('key')}|${any('access')}[ _\-]?${any('token')}|${any('client')}[ _\-]?${any('secret')})${between}${quote}${key}{12,}`,
  ],
  'card-number': [String.raw`\b[3-6]\d{3}(?:[ \-]?\d{4}){2}[ \-]?\d{1,7}\b`],
  link: [String.raw`\b(?:https?|ftp)://[^\s<>"'\)\]]+`, String.raw`\bwww\.[^\s<>"'\)\]]+`],
  'one-time-code': [
    String.raw`\b(?:${codeWord})\b[^\n\d]{0,32}(?:\b\d{4,8}\b|\b\d{3}[ \-]\d{3}\b)`,
    String.raw`(?:\b\d{4,8}|\b\d{3}[ \-]\d{3}) ${any('is')} [a-zA-Z ]{0,32}\b(?:${codeWord})\b`,
  ],
  password: [String.raw`\b(?:${secretWord})${between}${quote}[^\s"'${'`'}“”‘’,;]{4,}`],
  'private-key': [
    String.raw`-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----(?:[A-Za-z0-9+/=:,\-\s\\]*?-----END [A-Z ]{0,24}PRIVATE KEY-----|[A-Za-z0-9+/=:,\-\s\\]*)`,
  ],
};

/** A word in capital and small letters, for patterns have no flags. */
function any(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

const compiled = new Map<RecogniserName, readonly Pattern[]>();

/** The patterns of a recogniser, which are made when a policy first names it. */
export function recogniser(name: RecogniserName): readonly Pattern[] {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const patterns = sources[name].map((source) => {
    const read = readPattern(source);
    if (read.kind === 'mistake') throw new Error(`\`${name}\`: ${read.message}`);
    return read.pattern;
  });
  compiled.set(name, patterns);
  return patterns;
}
