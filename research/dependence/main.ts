/**
 * `npm run bench:dependence -- DATA [--json]`: recall and precision of lineage against calls that
 * an AI model labelled. The labels hold ids alone; DATA is the folder of the published runs.
 * With `--draw` it prints the sample that was labelled, as its reader saw it, without any label;
 * `--from 1 --to 20` the first 20 runs of it. `--second FILE` reads another second annotation.
 * Exits with 1 where there are fewer labels than the bound, with 2 where they do not fit the data.
 */

import { parseArgs } from 'node:util';
import { SluiceError } from '@sluice/core';
import { secondHandLabels, shippedHandLabels } from '../src/choosing/call/annotators.ts';
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
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: 'Infinity' },
    second: { type: 'string' },
  },
});

async function print(): Promise<void> {
  const { second } = values;
  const measured = await measure(positionals, {
    first: shippedHandLabels(),
    second: second === undefined ? secondHandLabels() : readHandLabelled(second),
  });
  const figures = figuresOf(measured);
  if (values.json) console.log(JSON.stringify({ figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
  process.exitCode = measured.score.calls >= callsMin ? 0 : 1;
}

try {
  if (values.draw) {
    const pages = { from: Number(values.from), to: Number(values.to) };
    for await (const line of draw(positionals, { size: drawnSize, pages })) console.log(line);
  } else {
    await print();
  }
} catch (error) {
  if (!(error instanceof SluiceError)) throw error;
  console.error(`${error.problem}\n${error.hint}`);
  process.exitCode = 2;
}
