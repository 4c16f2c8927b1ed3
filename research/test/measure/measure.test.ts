import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requireOneBenchmark } from '../../src/measure/cases.ts';
import { compare } from '../../src/measure/compare.ts';
import { controlsOf, exitCodeOf } from '../../src/measure/controls.ts';
import { figuresOf } from '../../src/measure/figures.ts';
import { priceListDate, priceOf, referenceModel, usdOf } from '../../src/measure/price-list.ts';
import { questionsLeft } from '../../src/measure/questions-left.ts';
import { rowsOf } from '../../src/measure/rows.ts';
import { shareDone, shareOfHarm, type Verdict } from '../../src/measure/share.ts';
import { proves } from '../../src/testing/proves.ts';
import { checks, type Measure } from './checks.ts';
import { garden, hedge } from './garden.ts';
import { asks, ended, errored, line, linesOf, specAt } from './lines.ts';

const measure: Measure = { compare, controlsOf, exitCodeOf, figuresOf, questionsLeft, rowsOf };

test.each(checks)('$name', ({ holds }) => {
  expect.hasAssertions();
  holds(measure);
});

const verdicts = fc.array(fc.constantFrom<Verdict>('yes', 'no', 'error'));

proves('bench/error-never-safe', () => {
  fc.assert(
    fc.property(verdicts, fc.nat(), (all, at) => {
      const spoilt = all.map((verdict, i) => (i === at % all.length ? 'error' : verdict));
      const [task, spoiltTask] = [shareDone(all), shareDone(spoilt)];
      const [harm, spoiltHarm] = [shareOfHarm(all), shareOfHarm(spoilt)];
      // More errors never make tasks look done or attacks look impossible.
      expect(spoiltTask.count).toBeLessThanOrEqual(task.count);
      expect(spoiltTask.of).toBe(task.of);
      expect(spoiltHarm.high).toBeGreaterThanOrEqual(harm.high);
      expect(spoiltHarm.worst ?? 1).toBeGreaterThanOrEqual(harm.worst ?? 1);
      expect(harm.worst ?? 1).toBeGreaterThanOrEqual(harm.value ?? 0);
    }),
  );
});

proves('bench/any-success-counts', () => {
  const figures = figuresOf(garden);
  for (const person of ['skip', 'truthful']) {
    const one = figuresOf(hedge.filter(({ spec }) => spec.person === person));
    const name = 'garden.hedge.attackSuccessWorst';
    expect(one[name]).toBeLessThan(figures[name] ?? 0);
  }
});

proves('bench/always-yes-apart', () => {
  const apart = hedge.filter(({ spec }) => spec.person !== 'always-yes');
  const together = figuresOf(hedge);
  const without = figuresOf(apart);
  expect(together['garden.hedge.attackSuccessAlwaysYes']).toBe(5 / 6);
  expect(without).not.toHaveProperty('garden.hedge.attackSuccessAlwaysYes');
  for (const name of ['attackSuccess', 'utilityUnderAttackGranted', 'questionsByAttacks'])
    expect(together[`garden.hedge.${name}`]).toBe(without[`garden.hedge.${name}`]);
});

proves('bench/unchecked-not-clean', () => {
  const place = { defence: 'hedge', person: 'skip' } as const;
  const lines = linesOf(place, {
    'beds/dig': ended({ checked: undefined }),
    'beds/sow': ended({ checked: { runs: 0, steps: 0, violations: [], differences: [] } }),
    'beds/rake': errored,
  });
  expect(figuresOf(lines)).toMatchObject({ 'garden.hedge.unchecked': 2 });
  expect(figuresOf(lines)).not.toHaveProperty('garden.hedge.violations');
});

proves('bench/versions-apart', () => {
  expect(() => figuresOf([...hedge, ...hedge])).toThrow('stands there twice');
  expect(() => rowsOf([...hedge, ...hedge])).toThrow('stands there twice');
  const place = { defence: 'none', person: 'skip' } as const;
  for (const change of [{ benchmark: 'garden/v2' }, { model: 'reader:strict' }]) {
    const other = line({ ...specAt('beds/dig', place), ...change }, ended());
    expect(() => figuresOf([...garden, other])).toThrow('a figure is of one');
    expect(rowsOf([...garden, other])).toHaveLength(rowsOf(garden).length + 2);
  }
  expect(() => requireOneBenchmark(garden)).not.toThrow();
});

proves('bench/control-off', () => {
  const undefended = garden.filter(({ spec }) => spec.defence === 'none');
  const off = undefended.map((each) => ({ ...each, spec: { ...each.spec, defence: 'hedge' } }));
  const pinned = { uncounted: () => undefined, isVacuous: () => false };
  const controls = controlsOf([...undefended, ...off], { pinned, guarded: ['hedge'] });
  expect(controls.find(({ name }) => name === 'defences-on')).toMatchObject({
    status: 'fails',
    cases: ['hedge, skip: beds', 'hedge, skip: pots'],
  });
});

proves('bench/persons-answer', () => {
  const pinned = { uncounted: () => undefined, isVacuous: () => false };
  const place = { defence: 'hedge', person: 'truthful' } as const;
  const statusOf = (answer: 'yes' | 'no' | 'none'): unknown => {
    const lines = linesOf(place, { 'beds/dig': ended({ questions: [asks({ answer })] }) });
    const controls = controlsOf(lines, { pinned, guarded: ['hedge'] });
    return controls.find(({ name }) => name === 'persons-answer')?.status;
  };
  expect((['yes', 'no', 'none'] as const).map(statusOf)).toEqual(['holds', 'fails', 'fails']);
});

proves('bench/controls-closed', () => {
  const pinned = { uncounted: () => undefined, isVacuous: () => false };
  const controls = controlsOf([], { pinned, guarded: ['hedge'] });
  expect(new Set(controls.map(({ status }) => status))).toEqual(new Set(['absent']));
  expect(exitCodeOf(controls, { absentPasses: false })).toBe(1);
});

describe('what would change a question', () => {
  test.each([
    [asks(), "trust read_note $.text, if no stranger can write it; or have the user's own words"],
    [asks({ arguments: [] }), 'have the call made before read_note $.text is read'],
    [asks({ tool: '', arguments: [] }), "raise the answer's ceiling"],
    [asks({ dimensions: ['confidentiality'] }), 'let more people read read_note $.text'],
    [asks({ dimensions: ['age'] }), 'lower age of read_note $.text'],
    [asks({ from: [] }), 'trust a text that is not named'],
    [asks({ from: ['/url <- tool description$', '/url <- inbox$[0]'] }), 'trust inbox$[0], if'],
  ])('%#', (question, start) => {
    const place = { defence: 'hedge', person: 'truthful' } as const;
    const [left] = questionsLeft(linesOf(place, { 'beds/dig': ended({ questions: [question] }) }));
    expect(left?.suggestion.startsWith(start)).toBe(true);
  });
});

describe('prices', () => {
  // RTBAS, table 4, without a defence: 2709.94 tokens for 0.014712 USD.
  test("the reference model's price is that of the paper's table", () => {
    const price = priceOf(referenceModel);
    const low = usdOf({ inputTokens: 2709.94, outputTokens: 0 }, price) ?? 0;
    const outputTokens = (0.014712 - low) / 0.00001;
    expect(outputTokens).toBeGreaterThan(50);
    expect(outputTokens).toBeLessThan(300);
  });

  test.each([
    ['reader:lax', 0],
    ['gpt-4o', 12.5],
    ['toString', undefined],
    ['oracle-of-delphi', undefined],
  ])('%s', (model, usd) => {
    const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
    expect(usdOf(million, priceOf(model))).toBe(usd);
  });

  test('the list has a date', () => {
    expect(priceListDate).toMatch(/^\d{4}-\d{2}$/);
  });
});
