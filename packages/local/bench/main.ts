/**
 * `npm run bench:lm -- [--json] [--threads N]`: what local models cost, and how exact they are.
 * Figures of real weights where they are in the cache, of tiny generated models elsewhere. Exits
 * with 1 where a bound does not hold.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { cachedPath } from '../src/weights/cache.ts';
import { benchPrefixes } from './prefixes.ts';
import { benchSaliency } from './saliency.ts';

const model = 'smollm2-135m-instruct';
/**
 * The share of document tokens that the 64 sub-contexts of six equal documents evaluate, exactly.
 */
const documentTokenShare = 63 / 192;
/** At most so much, on two idle cores; the names are fixed, for others read them. */
const bounds: Readonly<Record<string, number>> = {
  'lm.score64.documentTokenShare': documentTokenShare,
  'lm.score64.largestDiff': 1e-4,
  'lm.saliency.fdError': 1e-3,
  'lm.logp.meanDiff': 2e-3,
  'lm.saliency512.seconds': 2.5,
  'lm.saliency512.bytes': 1.5e9,
};

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
});
const weights = cachedPath(model);
const setting = { weights, threads: Number(values.threads) };

// Saliency first: it measures by how much the process grows.
const measured: Readonly<Record<string, number>> = {
  ...(await benchSaliency(setting)),
  ...(await benchPrefixes(setting)),
};
const figures = Object.fromEntries(
  Object.entries(measured).map(([name, value]) => [name, Number(value.toPrecision(3))]),
);
const broken = Object.entries(bounds).filter(([name, most]) => (measured[name] ?? 0) > most);
if (weights === undefined) {
  console.error(`without \`${model}\`: tiny models stand in, and times are left out`);
  console.error(`type \`npx sluice models pull ${model}\` to measure real weights`);
}
if (values.json) console.log(JSON.stringify({ figures }));
else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
for (const [name, most] of broken) console.error(`${name} is above ${most}`);
process.exitCode = broken.length === 0 ? 0 : 1;
