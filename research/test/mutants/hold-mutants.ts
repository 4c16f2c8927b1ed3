import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CopiedSources, type CopiedSourcesOptions } from './copied-sources.ts';
import type { Check, Mutant } from './mutant.ts';

export interface HoldMutantsOptions<Modules> extends CopiedSourcesOptions {
  readonly mutants: readonly Mutant[];
  readonly checks: readonly Check<Modules>[];
}

const timeoutMs = 120_000;

/** Asked within a test: the names of mutants that no check has caught. */
type Survivors = () => readonly string[];

/** Tests that the checks pass the sources as they are, and that each mutant applies. */
export function holdMutants<Modules extends object>(
  options: HoldMutantsOptions<Modules>,
): Survivors {
  const { mutants, checks } = options;
  const sources = new CopiedSources<Modules>(options);
  let caught: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    caught = await sources.caught(mutants, checks);
  }, timeoutMs);
  afterAll(() => sources.dispose());

  test('an unchanged copy passes every check', async () => {
    expect(await sources.failureOfOriginal(checks)).toBeUndefined();
  });

  describe('each mutant applies', () => {
    test.each(mutants)('$name', (each) => {
      expect(sources.placesOf(each)).toBe(1);
      expect(each.replace).not.toBe(each.find);
    });
  });
  return () => mutants.flatMap(({ name }) => (caught.has(name) ? [] : [name]));
}
