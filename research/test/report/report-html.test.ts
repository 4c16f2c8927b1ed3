import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageScript } from '../../src/report/page/script.ts';
import { reportHtml, type ReportOptions } from '../../src/report/report-html.ts';
import { proves } from '../../src/testing/proves.ts';
import type { LedgerLine } from '../../src/trial/trial.ts';
import { erred, finished, ledger, sweepLine, trial } from './small-ledger.ts';
import { generatedLedger } from './generated-ledger.ts';

const plainly: ReportOptions = { title: 'Bench', controls: [] };

function pageOf(lines: readonly LedgerLine[], options: Partial<ReportOptions> = {}): string {
  return reportHtml([{ name: 'small.jsonl', lines }], { ...plainly, ...options });
}

/** The markup of a page without its data elements, as a browser reads it. */
function markupOf(page: string): string {
  return page.replaceAll(/(<script type="application\/[^>]*>)[^<]*/g, '$1');
}

function imagesOf(page: string): readonly string[] {
  return [...page.matchAll(/src="data:image\/svg\+xml;base64,([^"]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );
}

function dataOf(page: string, id: string): string {
  return new RegExp(`<script [^>]*id="${id}">([^<]*)</script>`).exec(page)?.[1] ?? '';
}

const everyDefence = ledger(
  ['none', 'naive', 'lineage'].flatMap((defence) =>
    ['pond', 'orchard'].flatMap((suite) => [
      trial({ defence, suite }, finished({})),
      trial({ defence, suite, person: 'truthful' }, finished({})),
      trial({ defence, suite, attack: { name: 'sign', goal: 'g' } }, finished({ attacked: 'no' })),
    ]),
  ),
);

proves('report/one-file', () => {
  const page = pageOf(everyDefence);
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  const allowed = policy.replaceAll('&#39;', "'");
  expect(allowed).toMatch(/^default-src 'none'; img-src data:; style-src 'sha256-/);
  expect(allowed).toContain("base-uri 'none'; form-action 'none'");
  expect(allowed).not.toMatch(/unsafe|https?:|\*/);
  for (const [name, text] of inlineTexts(page))
    expect(allowed, name).toContain(createHash('sha256').update(text).digest('base64'));
  const markup = markupOf(page);
  expect(markup).not.toMatch(
    /https?:|url\(|@import|<(?:iframe|object|embed|base|form)\b|<a href="(?!#)/,
  );
  expect(markup).not.toMatch(/\s(?:src|href)="(?!data:|#)/);
  for (const image of imagesOf(page)) expect(image).not.toMatch(/href|url\((?!#)|@import|<image/);
});

/** Style and script as the browser hashes them. */
function inlineTexts(page: string): readonly (readonly [string, string])[] {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  expect(style.length * script.length).toBeGreaterThan(0);
  return [
    ['style', style],
    ['script', script],
  ];
}

const hostile = [
  '__proto__',
  '</script><script>alert(1)</script><!--<script>',
  '<img src=x onerror=alert(1)></style><style>*{display:none}</style>',
  '" onmouseover="alert(1)" style="x\' autofocus onfocus=\'alert(1)` &lt;script&gt; {a|b}',
  ']]></svg><script>alert(1)</script>',
  '\0\u001B[2J\u202E\uD800',
] as const;

proves('report/text-stays-text', () => {
  const clean = tagsOf(hostilePage('x')).toSorted();
  expect(clean.length).toBeGreaterThan(100);
  for (const text of hostile) {
    const page = hostilePage(text);
    expect(Object.keys(Object.prototype).join()).toBe('');
    expect(tagsOf(page).toSorted()).toEqual(clean);
    expect(imagesOf(page).length).toBeGreaterThan(0);
    for (const image of imagesOf(page)) {
      expect(image).not.toMatch(/<script|<img|<style|<!--|\p{Cc}(?<!\n)/u);
      expect(image.match(/<svg/g)).toHaveLength(1);
      expect(image.replaceAll(/ [\w:-]+="[^"<]*"|>[^<]*/g, '')).toMatch(/^(?:<\/?[a-zA-Z]+ ?)+$/);
    }
    const details = JSON.parse(
      gunzipSync(Buffer.from(dataOf(page, 'pack-0'), 'base64')).toString(),
    ) as { moments: { text: string }[] }[];
    const detail = details.find(({ moments }) => moments.length > 0);
    expect(detail?.moments[0]?.text).toBe(text);
    expect(markupOf(page)).not.toMatch(/\p{Bidi_Control}|(?![\n\t])\p{Cc}/u);
  }
});

/** Wherever a ledger holds text, it holds this one. */
function hostilePage(text: string): string {
  const spec = { benchmark: text, suite: text, task: text, model: text, defence: text } as const;
  const attack = { name: text, goal: text };
  const question = {
    tool: text,
    arguments: [text],
    from: [text],
    dimensions: [text],
    own: true,
    answer: 'yes',
  } as const;
  const told = {
    moments: [{ kind: 'result', text, label: text }],
    questions: [question],
    executed: [{ tool: text, args: text, own: true }],
    checked: { runs: 1, steps: 1, violations: [text], differences: [text] },
  } as const;
  const lines = [
    trial({ ...spec, attack }, finished({ attacked: 'yes', ...told })),
    trial(spec, finished(told)),
    trial({ ...spec, person: 'truthful' }, finished(told)),
    trial({ ...spec, person: 'truthful', task: 'other' }, erred(text)),
    trial({ ...spec, suite: 'pond' }, finished({})),
  ];
  const sweep = { ...sweepLine, command: text, versions: { ...sweepLine.versions, other: text } };
  const control = { name: text, status: 'fails', detail: text, cases: [text] } as const;
  return reportHtml([{ name: text, lines: [sweep, ...lines] }], {
    title: text,
    controls: [control],
  });
}

/** Names of tags and of attributes, in order, as an HTML parser would find them. */
function tagsOf(page: string): readonly string[] {
  const withoutScript = markupOf(page).replace(/<script>[^]*?<\/script>/, '<script></script>');
  return [
    ...withoutScript.matchAll(/<(\/?[a-z!][^\s>]*)((?:\s+[\w-]+(?:="[^"]*")?)*)[^>]*>/gi),
  ].map(([, name = '', attributes = '']) =>
    [name, ...[...attributes.matchAll(/([\w-]+)="[^"]*"/g)].map(([, key]) => key)].join(' '),
  );
}

test('the script reads no text as markup or code', () => {
  expect(pageScript).not.toMatch(
    /innerHTML|outerHTML|insertAdjacent|document\.write|eval|new Function|fetch|XMLHttp|srcdoc/,
  );
  expect(pageScript).not.toContain('</script');
});

test('the script holds every function of its folder, and parses', () => {
  const folder = path.join(import.meta.dirname, '../../src/report/page');
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^export .*?function (\w+)/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(pageScript).toMatch(new RegExp(`function ${name}\\(`));
  // oxlint-disable-next-line typescript/no-implied-eval -- compiled to see that it parses, not run
  expect(() => new Function(pageScript)).not.toThrow();
});

proves('report/same-bytes', () => {
  const [sweep, ...all] = generatedLedger(1);
  const trials = all.flatMap((line) =>
    line.kind === 'trial' && line.spec.suite === 'allotment' ? [line] : [],
  );
  expect(trials.length).toBeGreaterThan(200);
  if (sweep === undefined) throw new Error('no sweep');
  const shuffled = [...trials.slice(70), ...trials.slice(0, 70)].toReversed();
  expect(pageOf([sweep, ...shuffled])).toBe(pageOf([sweep, ...trials]));
});

proves('report/small', () => {
  const lines = generatedLedger(3000);
  const page = pageOf(lines);
  expect(lines.length).toBeGreaterThan(3000);
  expect(Buffer.byteLength(page)).toBeLessThan(5_000_000);
  const packs = Math.ceil((lines.length - 1) / 100);
  expect(page.match(/id="pack-\d+"/g)).toHaveLength(packs);
});

proves('report/errors-shown', () => {
  const attack = { name: 'sign', goal: 'g' };
  const lines = ledger([
    trial({ task: 'a' }, erred('gone')),
    trial({ task: 'b', attack }, erred('gone')),
    trial({ task: 'c', attack }, finished({ attacked: 'unknown' })),
  ]);
  const index = JSON.parse(dataOf(pageOf(lines), 'index')) as {
    names: string[];
    named: { ending: number[] };
  };
  expect(index.named.ending.map((at) => index.names[at])).toEqual(['error', 'error', 'error']);
  expect(pageOf(lines)).toContain('<strong class="alarm">2 errors</strong>');
});

proves('report/versions-apart', () => {
  const older = { ...sweepLine, versions: { ...sweepLine.versions, code: 'older' } };
  const one = trial({}, finished({ utility: true }));
  const other = trial({}, finished({ utility: false }), older.versions);
  const page = reportHtml(
    [
      { name: 'new.jsonl', lines: [sweepLine, one] },
      { name: 'old.jsonl', lines: [older, other] },
    ],
    plainly,
  );
  expect(page.match(/<p class="status">Versions/g)).toHaveLength(2);
  expect(page).toContain('1/1');
  expect(page).toContain('0/1');
  expect(page).not.toContain('/2<');
  const history = pageOf([older, other, sweepLine, one]);
  expect(history.match(/<p class="status">Versions/g)).toHaveLength(1);
  expect(history).toContain('1 lines of older versions or repeated are left out');
});

proves('report/worst-case-marked', () => {
  const notice = 'not a real model’s figures';
  expect(pageOf(ledger([trial({ model: 'reader:lax' }, finished({}))]))).toContain(notice);
  expect(pageOf(ledger([trial({ model: 'gpt-4o' }, finished({}))]))).not.toContain(notice);
});

test('charts of tasks without an attack stand once, however many attacks there are', () => {
  const attacks = ['sign', 'song'].map((name) => ({ name, goal: 'g' }));
  const trials = attacks.map((attack) => trial({ attack }, finished({ attacked: 'no' })));
  const page = pageOf(ledger([trial({}, finished({})), ...trials]));
  expect(page.match(/<h3>Utility under attack against/g)).toHaveLength(2);
  expect(page.match(/<h3>Utility without an attack/g)).toHaveLength(1);
});

test('an empty ledger gives a page that says so', () => {
  expect(pageOf([])).toContain('0 trials');
});

test('defences that were tried on different cases are pointed out', () => {
  const lines = ledger([
    trial({ defence: 'none', task: 'a' }, finished({})),
    trial({ defence: 'none', task: 'b' }, finished({})),
    trial({ defence: 'naive', task: 'a' }, finished({})),
  ]);
  expect(pageOf(lines).replaceAll(/\s+/g, ' ')).toContain('same cases: 1 runs are missing');
});

test('tables have captions and heads, charts have words', () => {
  const markup = markupOf(pageOf(everyDefence));
  expect(markup.match(/<caption>/g)?.length).toBe(markup.match(/<table class="figures">/g)?.length);
  const alts = [...markup.matchAll(/<img\s[^>]*?alt="([^"]*)"/g)].map(([, alt = '']) => alt);
  expect(alts.length).toBeGreaterThan(10);
  for (const alt of alts) expect(alt).toMatch(/\d (?:none|naive|lineage): /);
  const words = ['1 none', '2 lineage', '3 naive'].map((name) => `${name}: utility 100%`);
  const first = alts.find((alt) => alt.startsWith('suite pond. Utility under attack'));
  for (const word of words) expect(first).toContain(`${word}, attack success 0%.`);
});

test('a defence that a reader cannot understand has a row that says so, and no figures', () => {
  const lines = ['none', 'spotlighting'].map((defence) => trial({ defence }, finished({})));
  const page = markupOf(pageOf(ledger(lines)));
  const row = />spotlighting<\/th>\s*<td colspan="\d+">not measurable with this reader<\/td>/;
  expect(page).toMatch(row);
  expect(page).not.toMatch(/<\/b> spotlighting/);
});
