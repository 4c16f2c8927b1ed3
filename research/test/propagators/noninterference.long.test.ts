import { type Policy, type Propagator, scriptedModel } from '@sluice/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hash, Rng } from '../../../packages/core/fuzz/rng.ts';
import type { Scenario } from '../../../packages/core/fuzz/scenario.ts';
import { fakePolicy } from '../../../packages/core/test/fake-policy.ts';
import { seedsFrom, type Tried, triedUnder } from '../../../packages/core/test/random-runs.ts';
import type { LocalPropagators } from '../../../packages/local/src/by-name/open-local.ts';
import { attention } from '../../../packages/local/src/screener/attention.ts';
import { readScreener } from '../../../packages/local/src/screener/file/shipped.ts';
import {
  copyingModel,
  copyingSaliency,
  wordTokenizer,
} from '../../../packages/local/src/screener/testing/copying-model.ts';
import { proves } from '../../../packages/local/src/testing/proves.ts';
import { tinyModels, type TinyModels } from '../../../packages/local/test/tiny-models.ts';
import { answeringAs, type Manner } from '../../../packages/local/test/wrong.ts';
import { countedJudge } from '../../src/asking/counted.ts';
import { openedNames, openNamed } from '../../src/propagators.ts';

/** A tiny model has little room, and a random run does not wait for all that could be tried. */
const size = 'model=tiny context=8192';

const search = 'labels=4 tokens=20000';

const optionsOf = (screener: string): Readonly<Record<string, string>> => ({
  'minimal-labels': `${size} ${search}`,
  'knn-lm': `${size} ${search}`,
  attention: `screener=${screener}`,
  introspection: 'names=regions unseen=irrelevant',
  'judge:local': `${size} output=8 unseen=irrelevant`,
  'multi-execution': 'calls=3',
});

/** Says what a hash of all that it sees says: numbers that are there or not, calls, or words. */
const moody = scriptedModel(({ view, mustCall }) => {
  const rng = new Rng(hash(JSON.stringify(view)));
  if (mustCall === undefined) {
    const { name = 'none' } = view.tools[rng.below(view.tools.length)] ?? {};
    return rng.chance(60) ? { calls: [{ tool: name, args: { a: rng.word() } }] } : rng.word();
  }
  const numbers = [1, 2, 3, 4, 5, 6].filter(() => rng.chance(30));
  const names = mustCall.replace('report_', '');
  return { calls: [{ tool: mustCall, args: { reasoning: '', [names]: numbers } }] };
});

let models: TinyModels;

let opened: LocalPropagators;

let options: Readonly<Record<string, string>>;

beforeAll(async () => {
  models = tinyModels();
  options = optionsOf(models.screener);
  const texts = openedNames.map((name) => `${name}(${options[name]})`);
  const clearance = (policy: Policy): Policy['space']['top'] => policy.space.top;
  const answering = { model: moody, clearance };
  opened = await openNamed(texts, { pathOf: models.pathOf, clearance, answering });
});

afterAll(async () => {
  await opened.dispose();
  models.remove();
});

/** The policy that a propagator asks for rulings on what was drafted. */
function policyOf({ lattice, pool }: Scenario): Policy {
  const ruling = (text: string): ReturnType<Policy['ruleAnswer']> => {
    const ceiling = lattice.toLabel(pool[text.length % pool.length] ?? 0);
    return { kind: 'ceiling', rule: 'rule', ceiling, perArgument: {}, onViolation: 'ask' };
  };
  const { space } = lattice;
  const rules = { ruleCall: (_: string, args: string) => ruling(args), ruleAnswer: ruling };
  return fakePolicy({ override: { space, ...rules } });
}

/** The random screener over saliency that follows copies: that of a tiny model is noise. */
function copying({ space }: Policy): Propagator {
  const found = readScreener(models.screener);
  const source = { ...found.source, model: copyingModel };
  const inside = { saliency: copyingSaliency(), tokenizer: wordTokenizer() };
  const judged = { declarations: 'called', answers: 'screened' } as const;
  const screener = { ...found, source };
  return attention({ screener, ...inside, ...judged, clearance: space.top });
}

/** A judge cannot use the text of a tiny model. */
function judging({ space }: Policy): Propagator {
  return countedJudge({ model: moody, reads: 'draft', unseen: 'irrelevant', clearance: space.top });
}

function propagatorOf(name: string, policy: Policy): Propagator {
  if (name === 'attention') return copying(policy);
  if (name === 'judge:local') return judging(policy);
  const make = opened.registry[name];
  if (make === undefined) throw new Error(`${name} is not opened`);
  return make(policy, options[name] ?? '');
}

function tried(name: string, manner: Manner, seeds: readonly number[]): Promise<Tried> {
  return triedUnder(
    seeds,
    (scenario) => propagatorOf(name, policyOf(scenario)),
    (propagator) => answeringAs(propagator, manner),
  );
}

describe.each(openedNames)('%s, as it is and inverted', (name) => {
  proves('local/noninterference', async () => {
    // A propagator that reads whole histories on the tiny model takes seconds for each run.
    const seeds = name === 'minimal-labels' ? [9, 20, 23] : [9, 23, 33, 39, 41];
    const honest = await tried(name, 'honest', seeds);
    const inverted = await tried(name, 'inverted', seeds);
    expect([...honest.violations, ...inverted.violations]).toEqual([]);
    // Or nothing was compared, or nothing was chosen.
    expect(Math.min(honest.steps, inverted.steps)).toBeGreaterThan(0);
    expect(Math.min(honest.narrow, inverted.narrow)).toBeGreaterThan(0);
  });
});

describe.each(['random', 'hostile'] as const)('a %s one', (manner) => {
  proves('local/noninterference', async () => {
    const { violations, steps } = await tried('minimal-labels', manner, seedsFrom(1, 60));
    expect(violations).toEqual([]);
    // Or there would be nothing that was compared.
    expect(steps).toBeGreaterThan(20);
  });
});

test('an inverted one leaves steps to compare', async () => {
  const { violations, steps } = await tried('introspection', 'inverted', seedsFrom(1, 30));
  expect(violations).toEqual([]);
  expect(steps).toBeGreaterThan(5);
});
