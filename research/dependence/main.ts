/**
 * `npm run bench:dependence -- DATA [--json]`: recall and precision of lineage against calls that
 * an AI model labelled. The labels hold ids alone; DATA is the folder of the published runs.
 * With `--draw` it prints the sample that was labelled, as its reader saw it.
 * Exits with 1 where there are fewer labels than the bound, with 2 where they do not fit the data.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SluiceError } from '@sluice/core';
import { shippedHandLabels } from '../src/choosing/call/hand-calls.ts';
import { readHandLabelled } from '../src/screener/pair/hand-labels.ts';
import { draw, drawnSize } from './draw.ts';
import { figuresOf } from './figures.ts';
import { measure } from './measure.ts';

/** Fewer labelled calls say too little. */
const callsMin = 300;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
  },
});

async function print(): Promise<void> {
  const again = fileURLToPath(new URL('labels-again.jsonl', import.meta.url));
  const { score, again: agreement } = await measure(positionals, {
    labels: shippedHandLabels(),
    again: readHandLabelled(again),
  });
  const figures = figuresOf(score, agreement);
  if (values.json) console.log(JSON.stringify({ figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
  process.exitCode = score.calls >= callsMin ? 0 : 1;
}

try {
  if (values.draw) for await (const line of draw(positionals, drawnSize)) console.log(line);
  else await print();
} catch (error) {
  if (!(error instanceof SluiceError)) throw error;
  console.error(`${error.problem}\n${error.hint}`);
  process.exitCode = 2;
}
