/**
 * `npm run bench:core -- [--quick] [--json]`: what the core costs beside plain JSON work, measured
 * in one process. Times of single calls; medians. Exits with 1 where a bound does not hold.
 */
import { parseArgs } from 'node:util';
import { benchLabelJson } from './json.ts';
import { benchLineage } from './lineage.ts';
import { rounded } from './measure.ts';
import { benchStep } from './step.ts';
import { benchWorst } from './worst.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = values.quick ? 4 : 16;

/** At most so much; the names are fixed, for others read them. */
const bounds = {
  'core.step.p50us': 100,
  'core.step.growth10x': 1.5,
  'core.lineage100kb.p50ms': 10,
  'core.labelJson.ratioToParse': 4,
  'core.worst.ms': 1_000,
  'core.worst.blockMs': 250,
} as const;

benchStep({ worlds: 2 });
benchLabelJson({ results: 20 });
await benchLineage({ results: 10 });

const step = benchStep({ worlds: rounds });
const json = benchLabelJson({ results: rounds * 4 });
const lineage = await benchLineage({ results: rounds });
const worst = await benchWorst({ rounds: values.quick ? 1 : 3 });
const measured = {
  'core.step.p50us': step.p50us,
  'core.step.growth10x': step.growth10x,
  'core.step.p50usAt10x': step.p50usAt10x,
  'core.step.yardstickUs': step.yardstickUs,
  'core.step.yardstickAt10xUs': step.yardstickAt10xUs,
  'core.lineage100kb.p50ms': lineage.worstP50ms,
  'core.lineage100kb.tableP50ms': lineage.p50ms.table,
  'core.lineage100kb.proseP50ms': lineage.p50ms.prose,
  'core.lineage100kb.jsonP50ms': lineage.p50ms.json,
  'core.lineage100kb.cpuMeanMs': lineage.worstCpuMeanMs,
  'core.lineage100kb.yardstickMs': lineage.parseMs,
  'core.labelJson.ratioToParse': json.ratioToParse,
  'core.labelJson.conditionalRatioToParse': json.conditionalRatioToParse,
  'core.labelJson.p50us': json.us,
  'core.labelJson.parseP50us': json.parseUs,
  'core.worst.ms': worst.ms,
  'core.worst.blockMs': worst.blockMs,
};
const figures = Object.fromEntries(
  Object.entries(measured).map(([name, value]) => [name, rounded(value)]),
);
const broken = Object.entries(bounds).filter(([name, most]) => !((figures[name] ?? NaN) <= most));
if (values.json) console.log(JSON.stringify({ figures }));
else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
for (const [name, most] of broken) console.error(`${name} is above ${most}`);
console.error(`slowest: ${worst.slowest}; longest block: ${worst.longestBlock}`);
process.exitCode = broken.length === 0 ? 0 : 1;
