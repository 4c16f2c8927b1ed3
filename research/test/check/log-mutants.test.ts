import { beforeAll, expect } from 'vitest';
import { checkRuns } from '../../src/check/check.ts';
import { proves } from '../../src/testing/proves.ts';
import { logMutants, type Log, type LogMutant } from './log-mutants.ts';
import { clerk } from './policies.ts';
import { Choices } from './random.ts';
import { recordSession } from './record-session.ts';

const seeds = 24;
const views = ['nothing', 'propagator', 'ceiling'] as const;
/** Records that each is tried on, of those in which there is a place for it. */
const triesMax = 4;
const logs: Log[] = [];

beforeAll(async () => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const turns = seed % 4 === 0 ? 3 : 1;
    const beforeAsking = views[seed % views.length];
    const shortcuts = { allowedDraft: true, lazyReads: true, beforeAsking };
    const options = { policy: clerk, propagator: 'lineage', turns, shortcuts };
    const recorded = await recordSession(seed, options);
    const { events, executed } = recorded;
    logs.push({ events: JSON.parse(JSON.stringify(events)), executed });
  }
});

async function findAll(finds: LogMutant['finds']): Promise<void> {
  for (const mutant of logMutants.filter((each) => each.finds === finds)) {
    const tampered = logs.flatMap((log, seed) => {
      const other = mutant.tamper(log, new Choices('tamper', seed));
      return other === undefined ? [] : [{ seed, ...other }];
    });
    expect(tampered, mutant.name).not.toEqual([]);
    for (const { seed, events, executed } of tampered.slice(0, triesMax)) {
      const { differences, violations } = await checkRuns(events, { policy: clerk, executed });
      const found = finds === 'a violation' ? violations : [...differences, ...violations];
      expect(found, `${mutant.name}, record ${seed}`).not.toEqual([]);
    }
  }
}

proves('check/tampering-found', () => findAll('a difference'));
proves('check/violations-found', () => findAll('a violation'));

proves('check/no-values', async () => {
  const words = /\b(?:ann|bob|carol|eve|acme|mallory|clerk|please|pay|readers|trusted|unheard)\b/;
  let findings = 0;
  for (const { tamper } of logMutants) {
    for (const [seed, log] of logs.slice(0, triesMax).entries()) {
      const other = tamper(log, new Choices('tamper', seed));
      if (other === undefined) continue;
      const checked = await checkRuns(other.events, { policy: clerk, executed: other.executed });
      for (const finding of [...checked.differences, ...checked.violations]) {
        expect(finding).not.toMatch(words);
        findings += 1;
      }
    }
  }
  expect(findings).toBeGreaterThan(100);
});
