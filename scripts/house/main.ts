/**
 * `npm run house -- [--json]`: how large the house is, and how many rooms one request goes through.
 * `house.testSeconds` is of the last whole `npm test` in this checkout.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readText, root } from '../../test/support/modules.ts';
import {
  circles,
  handovers,
  linesOf,
  medianLines,
  readSources,
  singleImporterSmall,
} from './graph.ts';
import { gatewayRequest, guardedMessage } from './scenes.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const sources = readSources();
const entered = await gatewayRequest();
const seconds = testSeconds();
const figures: Record<string, number> = {
  'house.product.lines': linesOf(sources.modules, 'product'),
  'house.research.lines': linesOf(sources.modules, 'research'),
  'house.gateway.requestFiles': entered.length,
  'house.gateway.handovers': handovers(sources, entered),
  'house.guard.messageFiles': (await guardedMessage()).length,
  'house.files.p50': medianLines(sources.modules),
  'house.singleImporterSmall': singleImporterSmall(sources),
  'house.circles': circles(sources),
  'house.readme.wordsToCode': wordsToCode(readText('README.md')),
  ...(seconds === undefined ? {} : { 'house.testSeconds': seconds }),
};
const bounds: Readonly<Record<string, number>> = {
  'house.gateway.requestFiles': 60,
  'house.gateway.handovers': 12,
  'house.guard.messageFiles': 40,
  'house.circles': 0,
  'house.readme.wordsToCode': 60,
  'house.testSeconds': 360,
};

for (const [name, value] of Object.entries(figures)) {
  const max = bounds[name];
  const bound = max === undefined ? '' : `  (at most ${max}${value > max ? ': broken' : ''})`;
  console.log(`${name.padEnd(28)} ${String(value).padStart(7)}${bound}`);
}
if (values.json) console.log(JSON.stringify({ figures }));
if (Object.entries(bounds).some(([name, max]) => (figures[name] ?? 0) > max)) process.exitCode = 1;

function wordsToCode(page: string): number {
  const [before = ''] = page.split(/^```/m);
  return before.replaceAll(/<!--[^]*?-->/g, '').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function testSeconds(): number | undefined {
  const file = path.join(root, 'node_modules/.cache/sluice/seconds.json');
  if (!existsSync(file)) return undefined;
  const { seconds: last }: { readonly seconds: number } = JSON.parse(readFileSync(file, 'utf8'));
  return last;
}
