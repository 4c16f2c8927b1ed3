// What the recognisers find, on tool results that others recorded and on secrets that were made up.
//
//   node --conditions=@sluice/source packages/core/bench/recognise.ts ../shared/data/agentdojo/traces
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { PatternBudget } from '../src/policy/pattern/pattern-budget.ts';
import { recogniser, recogniserNames } from '../src/policy/recognise/recognisers.ts';
import type { RecogniserName } from '../src/policy/recognise/recognisers.ts';
import { Rng } from '../fuzz/rng.ts';

function matchesOf(name: RecogniserName, text: string): readonly string[] | undefined {
  const budget = new PatternBudget();
  const found = recogniser(name).map((pattern) => pattern.findAll(text, budget));
  if (found.includes(undefined)) return undefined;
  return found.flatMap((matches) =>
    (matches ?? []).map(({ start, end }) => text.slice(start, end)),
  );
}

/** The different texts of tool results in recorded runs. */
function recordedResults(folder: string): readonly string[] {
  const texts = new Set<string>();
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.jsonl.gz'))) {
    const lines = gunzipSync(readFileSync(path.join(folder, file)))
      .toString('utf8')
      .split('\n');
    for (const line of lines) {
      if (line === '') continue;
      for (const { role, content } of runShape.parse(JSON.parse(line)).messages) {
        if (role === 'tool') texts.add(textOf(content));
      }
    }
  }
  return [...texts];
}

const messageShape = z.object({
  role: z.string(),
  content: z.nullable(
    z.union([z.string(), z.array(z.object({ content: z.optional(z.string()) }))]),
  ),
});
const runShape = z.object({ messages: z.array(messageShape) });

function textOf(content: z.infer<typeof messageShape>['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((block) => block.content ?? '').join('\n');
}

const digits = (rng: Rng, count: number): string =>
  Array.from({ length: count }, () => String(rng.below(10))).join('');
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
const token = (rng: Rng, count: number): string =>
  Array.from({ length: count }, () => letters[rng.below(letters.length)] ?? 'a').join('');

/** Sentences with a secret in them, whose wording the patterns were not written from alone. */
const made: Readonly<Record<RecogniserName, (rng: Rng) => readonly [string, string]>> = {
  amount: (rng) => {
    const sum = `${1 + rng.below(9_000)}.${digits(rng, 2)}`;
    return within(
      rng,
      rng.pick([`$${sum}`, `EUR ${sum}`, `${sum} €`, `£${sum}`, `${sum} CHF`, `${sum} dollars`]),
    );
  },
  'api-key': (rng) =>
    within(
      rng,
      rng.pick([
        `sk-proj-${token(rng, 40)}`,
        `ghp_${token(rng, 36)}`,
        `AKIA${token(rng, 16).toUpperCase()}`,
        `xoxb-${digits(rng, 12)}-${token(rng, 24)}`,
        `api_key=${token(rng, 32)}`,
        `Access token: ${token(rng, 40)}`,
        `eyJhbGciOi${token(rng, 12)}.eyJzdWIi${token(rng, 20)}.${token(rng, 43)}`,
        `the key for the service is ${token(rng, 32)}`,
      ]),
    ),
  'card-number': (rng) => {
    const four = (): string => digits(rng, 4);
    const gap = rng.pick(['', ' ', '-']);
    return within(rng, [`4${digits(rng, 3)}`, four(), four(), four()].join(gap));
  },
  link: (rng) =>
    within(
      rng,
      rng.pick([
        `https://${token(rng, 8)}.example/a?b=1`,
        `http://${token(rng, 6)}.example`,
        `www.${token(rng, 6)}.example/x`,
        `${token(rng, 6)}.example/reset`,
      ]),
    ),
  'one-time-code': (rng) => {
    const code = rng.pick([digits(rng, 6), digits(rng, 4), `${digits(rng, 3)} ${digits(rng, 3)}`]);
    return saying(rng, code, [
      'Your code is %',
      '% is your verification code',
      'Verification code: %',
      'OTP: %. Do not share it',
      'Use % to sign in',
      'Enter PIN % at the door',
      'Your security code for the account: %',
    ]);
  },
  password: (rng) =>
    saying(rng, token(rng, 10), [
      'password: %',
      'Your password is %',
      'Passwort: %',
      'pwd=%',
      'The new passphrase is "%"',
      'log in with % as before',
      'Your temporary password has been set to %',
    ]),
  'private-key': (rng) => {
    const kind = rng.pick(['', 'RSA ', 'OPENSSH ']);
    const key = `-----BEGIN ${kind}PRIVATE KEY-----\n${token(rng, 64)}\n${token(rng, 64)}\n-----END ${kind}PRIVATE KEY-----`;
    return within(rng, key);
  },
};

function within(rng: Rng, secret: string): readonly [string, string] {
  return [
    `${rng.pick(['Hello Ann,', 'As agreed:', 'Note', ''])} ${secret} ${rng.pick(['', 'thank you', '\nBest, Bob'])}`,
    secret,
  ];
}

function saying(rng: Rng, secret: string, wordings: readonly string[]): readonly [string, string] {
  return [`Hello Ann. ${rng.pick(wordings).replace('%', secret)}\nBest, Bob`, secret];
}

const madeCount = 2_000;

/** Seeded secrets, of which some part is outside of every match. */
function missed(name: RecogniserName): number {
  const rng = new Rng(`recognise ${name}`);
  let missing = 0;
  for (let at = 0; at < madeCount; at += 1) {
    const [text, secret] = made[name](rng);
    if (matchesOf(name, text)?.some((match) => match.includes(secret)) !== true) missing += 1;
  }
  return missing;
}

const folder = process.argv.slice(2).find((each) => !each.startsWith('--'));
const results = folder === undefined ? [] : recordedResults(folder);
const figures: Record<string, number> = { 'recognise.results': results.length };
for (const name of recogniserNames) {
  const found = results.map((text) => matchesOf(name, text));
  const different = new Set(found.flatMap((matches) => matches ?? []));
  const hit = found.filter((matches) => matches !== undefined && matches.length > 0).length;
  const tooMuch = found.filter((matches) => matches === undefined).length;
  figures[`recognise.${name}.resultsHit`] = hit;
  figures[`recognise.${name}.different`] = different.size;
  figures[`recognise.${name}.tooMuch`] = tooMuch;
  figures[`recognise.${name}.missed`] = missed(name) / madeCount;
  if (process.argv.includes('--show')) {
    console.log(
      name,
      [...different]
        .slice(0, 60)
        .map((each) => JSON.stringify(each))
        .join('\n  '),
    );
  }
  console.log(
    `${name}: in ${hit} of ${results.length} results, ${different.size} different; missed ${(missed(name) / madeCount).toFixed(3)} of ${madeCount} made up`,
  );
}
console.log(JSON.stringify({ figures }));
