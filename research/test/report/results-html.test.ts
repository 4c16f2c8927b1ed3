import { describe, expect, test } from 'vitest';
import { reportHtml } from '../../src/report/report-html.ts';
import type { SuiteResult } from '../../src/report/suite-result.ts';
import { ranked } from '../../src/report/suites/ranked.ts';
import { resultsMarkdown } from '../../src/report/suites/results-markdown.ts';
import { proves } from '../../src/testing/proves.ts';
import { finished, ledger, trial } from './small-ledger.ts';
import { someResult } from './some-result.ts';

const codeOf = (): string => 'c0de';
const lines = ledger([trial({}, finished({}))]);

function pageOf(results: readonly SuiteResult[], leftOut: readonly string[] = []): string {
  const suites = { results: ranked(results, codeOf), leftOut };
  return reportHtml([], { title: 'Bench', controls: [], suites });
}

function imagesOf(page: string): readonly string[] {
  return [...page.matchAll(/src="data:image\/svg\+xml;base64,([^"]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );
}

proves('report/suites', () => {
  const suites = {
    results: ranked(
      [someResult({}), someResult({ suite: 'island', versions: { code: 'older' } })],
      codeOf,
    ),
    leftOut: ['`x.json` is no result'],
  };
  const options = { title: 'Bench', controls: [], suites };
  const page = reportHtml([{ name: 'small.jsonl', lines }], options);
  for (const part of ['harbour, worst-case', 'island, worst-case', 'garden/v3', 'small.jsonl'])
    expect(page).toContain(part);
  expect(page.match(/measured by other code than this/g)).toHaveLength(1);
  expect(page).toMatch(/island, worst-case<\/h2>[^]*?<p class="alarm">measured by other code/);
  expect(page).toContain('Left out: &#96;x.json&#96; is no result');
  const text = resultsMarkdown(suites.results, suites.leftOut);
  expect(text).toContain('measured by other code than this');
  expect(text).toContain(String.raw`Left out: \`x.json\` is no result`);
});

describe('a result on the page', () => {
  const page = pageOf([someResult({})]);
  test('has its figures, its notice, what fails and what to type', () => {
    for (const part of [
      'harbour.share',
      '0.25',
      'not a real model’s figures',
      'sluice bench harbour',
    ])
      expect(page).toContain(part);
    expect(page).toMatch(/class="alarm">fails<\/span> all-back: 2 of 3/);
    expect(page).toContain('Bounds: 1 of 2 hold');
  });
  test('sets the paper’s columns apart', () => {
    expect(page).toMatch(/<td class="">3<\/td>\s*<td class="paper">4<\/td>/);
  });
  test('has its charts twice, for light and dark, in words too', () => {
    expect(imagesOf(page)).toHaveLength(4);
    expect(page).toContain('Boats by pier. north: here 3, paper 4. south: here 1.');
    expect(page).toContain('1 north: 50%, 100% (the paper: 40%, 90%). 2 south: 50%, 0%.');
  });
  test('has one mark for points that fall together, with all their numbers', () => {
    const there = { across: 0.5, up: 0.501 };
    const points = ['north', 'south', 'west'].map((name, at) => {
      return { name, here: at === 2 ? { across: 0.9, up: 0 } : there, paper: null };
    });
    const chart = { kind: 'points', title: 'a b', across: 'c d', up: 'e f', points } as const;
    const [image = ''] = imagesOf(pageOf([someResult({ charts: [chart] })]));
    expect(image).toContain('>1 2</text>');
    expect(image).toContain('>3</text>');
    expect(image).not.toContain('>1</text>');
  });
  test('is folded, and the list of contents leads to it', () => {
    const [, id = ''] = /<a href="#(suite-[\w-]+)">harbour, worst-case<\/a>/.exec(page) ?? [];
    expect(page).toMatch(new RegExp(`</summary>\\s*<div id="${id}">`));
    expect(page).not.toMatch(/<details class="part" open/);
    expect(page.indexOf('Headline')).toBeLessThan(page.indexOf('Contents'));
    expect(page.indexOf('Contents')).toBeLessThan(page.indexOf('<details class="part"'));
  });
  test('has the numbers of points that nearly fall together once, and each point', () => {
    const at = [0.6, 0.62, 0.1].map((across) => ({ across, up: 0.5 }));
    const points = at.map((here, number) => ({ name: `p${number}`, here, paper: null }));
    const chart = { kind: 'points', title: 'a b', across: 'c d', up: 'e f', points } as const;
    const [image = ''] = imagesOf(pageOf([someResult({ charts: [chart] })]));
    expect(image).toContain('>1 2</text>');
    expect(image.match(/<path d="M1 0A1 1/g)).toHaveLength(3);
  });
  test('has one row of numbers for a chain of near points', () => {
    const at = [1, 0.92, 0.96].map((across) => ({ across, up: 0.3 }));
    const points = at.map((here, number) => ({ name: `p${number}`, here, paper: null }));
    const chart = { kind: 'points', title: 'a b', across: 'c d', up: 'e f', points } as const;
    const [image = ''] = imagesOf(pageOf([someResult({ charts: [chart] })]));
    expect(image).toContain('>1 2 3</text>');
  });
  test('has no list of cases where there is no ledger', () => {
    expect(page).not.toContain('id="cases"');
    expect(page).not.toContain('0 trials');
  });
  test('is the same, in whatever order results are read', () => {
    const results = ['a', 'b', 'c'].map((suite) => someResult({ suite }));
    expect(pageOf(results.toReversed())).toBe(pageOf(results));
  });
});

describe('the headline', () => {
  const attacked = someResult({
    suite: 'agentdojo',
    command: 'sluice bench agentdojo --slice',
    headlines: [
      { what: 'tasks done', here: '57/97, 0/949', paper: '' },
      { what: 'tasks of nobody', here: '–, –', paper: '' },
    ],
  });
  const older = someResult({
    suite: 'agentdojo',
    slice: 'small',
    command: 'sluice bench agentdojo --small',
  });
  const page = pageOf([attacked, older, someResult({ claims: [], headlines: [], notices: [] })]);
  const headline = page.slice(0, page.indexOf('Contents'));
  test('says how many runs there are, and which miss a bound', () => {
    expect(headline).toContain('3 runs of 2 suites');
    expect(headline).toMatch(/Bounds fail in:<\/span>\s*<a href="#suite-agentdojo-whole"/);
    expect(headline).toContain('1 of 2 bounds fails');
    const held = [{ name: 'a', holds: true, detail: '' }];
    expect(pageOf([someResult({ claims: held })])).toContain('Every bound holds.');
  });
  test('says what the counts of a suite are of', () => {
    expect(headline).toContain('The first count is of the tasks that were done without an attack');
    expect(headline).toContain('can therefore be higher than utility without an attack');
  });
  test('has the first run of a suite, names its options, and leaves the others to the list', () => {
    expect(headline).toContain('<code class="options">--slice</code>');
    expect(headline).not.toContain('--small');
    expect(headline).toContain('1 more run of this suite');
    expect(page.slice(headline.length)).toContain('<code class="options">--small</code>');
  });
  test('has no line without a figure', () => {
    expect(headline).not.toContain('tasks of nobody');
    expect(headline).toContain('no headline: see its tables');
  });
  proves('report/worst-case-marked', () => {
    expect(headline.match(/not a real model’s figures/g)).toHaveLength(1);
  });
});

test('runs of many readers are called by their number', () => {
  const page = pageOf([someResult({ model: 'reader:lax, reader:strict' })]);
  expect(page).toContain('<h2>harbour, 2 readers</h2>');
});

test('what the names mean is said once', () => {
  expect(pageOf([someResult({})]).match(/<dt>utility under attack<\/dt>/g)).toHaveLength(1);
});

test('nothing that is not shown leaves an empty section', () => {
  const page = pageOf([
    someResult({ charts: [], claims: [], notices: [], headlines: [], figures: {} }),
  ]);
  expect(page).not.toContain('<figure>');
  expect(page).not.toContain('Bounds:');
  expect(resultsMarkdown([], [])).toBe('');
});

const hostile = [
  '__proto__',
  '</script><script>alert(1)</script><!--<script>',
  '<img src=x onerror=alert(1)></style><style>*{display:none}</style>',
  '" onmouseover="alert(1)" style="x\' autofocus onfocus=\'alert(1)` {a|b}',
  ']]></svg><script>alert(1)</script>',
  '\0\u001B[2J\u202E\uD800',
] as const;

proves('report/text-stays-text', () => {
  const clean = tagsOf(hostilePage('x'));
  expect(clean.length).toBeGreaterThan(60);
  for (const text of hostile) {
    const page = hostilePage(text);
    expect(Object.keys(Object.prototype).join()).toBe('');
    expect(tagsOf(page)).toEqual(clean);
    for (const image of imagesOf(page)) {
      expect(image).not.toMatch(/<script|<img|<style|<!--|\p{Cc}(?<!\n)/u);
      expect(image.match(/<svg/g)).toHaveLength(1);
    }
    const markup = page.replaceAll(/(<script type="application\/[^>]*>)[^<]*/g, '$1');
    expect(markup).not.toMatch(/\p{Bidi_Control}|(?![\n\t])\p{Cc}/u);
  }
});

/** Wherever a result holds text, it holds this one; titles of charts have words beside it. */
function hostilePage(text: string): string {
  const title = `a ${text}`;
  const result = someResult({
    suite: 'harbour',
    slice: text,
    command: text,
    model: text,
    versions: { code: text, [`data ${text}`]: text },
    figures: { [`${text}.`]: 1 },
    headlines: [{ what: text, here: text, paper: text }],
    claims: [{ name: text, holds: false, detail: text }],
    notices: [text],
    tables: [{ title: text, head: [text, text], rows: [[text, text]], paperColumns: [1] }],
    charts: [
      { kind: 'bars', title, of: 'shares', series: [text], rows: [{ name: text, values: [1] }] },
      {
        kind: 'points',
        title,
        across: title,
        up: title,
        points: [{ name: text, here: { across: 0, up: 0 }, paper: { across: 1, up: 1 } }],
      },
    ],
  });
  return pageOf([result], [text]);
}

/** Names of tags and of attributes, in order, as an HTML parser would find them. */
function tagsOf(page: string): readonly string[] {
  const withoutScript = page
    .replaceAll(/(<script type="application\/[^>]*>)[^<]*/g, '$1')
    .replace(/<script>[^]*?<\/script>/, '<script></script>');
  return [
    ...withoutScript.matchAll(/<(\/?[a-z!][^\s>]*)((?:\s+[\w-]+(?:="[^"]*")?)*)[^>]*>/gi),
  ].map(([, name = '', attributes = '']) =>
    [name, ...[...attributes.matchAll(/([\w-]+)="[^"]*"/g)].map(([, key]) => key)].join(' '),
  );
}

test('Markdown of a result is text too', () => {
  const text = resultsMarkdown(ranked([someResult({ model: '[x](y) | <b>' })], codeOf), []);
  expect(text).toContain(String.raw`harbour, \[x\](y) \| \<b\>`);
  expect(text).toContain('| pier | here | paper |');
  expect(text).toContain('- fails: all-back: 2 of 3');
  for (const line of text.split('\n').filter((row) => row.startsWith('|')))
    expect(line).toMatch(/ \|$/);
});
