import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { readLine } from '../src/show/read-line.ts';

/** A terminal of streams: what it shows, and whether it is raw. `typed`: what comes in each pause. */
function streams(typed: Iterable<string> = []) {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode: (mode: boolean) => {
      modes.push(mode);
      return input;
    },
  });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (data: Buffer) => (shown += data.toString()));
  const keys = typed[Symbol.iterator]();
  const pause = (): Promise<void> => {
    const { value, done } = keys.next();
    if (done !== true) input.write(value);
    shownAtPauses.push(shown);
    return Promise.resolve();
  };
  const shownAtPauses: string[] = [];
  const line = readLine(input as never, output as never, { prompt: 'sure? ', pause });
  const asked = async (): Promise<void> => {
    await expect.poll(() => shown, { timeout: 60_000 }).toContain('sure? ');
  };
  return { input, modes, line, asked, shown: () => shown, shownAtPauses };
}

proves('operator/typed-ahead', async () => {
  for (const early of [['y'], ['y\n'], ['y\r', 'y\r'], ['n', 'y']]) {
    const { input, line, asked, shownAtPauses } = streams(early);
    await asked();
    input.write('x\r');
    expect(await line).toBe('x');
    // One more pause than there were keys, each before the prompt was there.
    expect(shownAtPauses).toEqual([...early, ''].map(() => ''));
  }
});

test('a line is what was typed once the prompt was there', async () => {
  const { input, line, asked, modes } = streams();
  await asked();
  input.write('y\n');
  expect(await line).toBe('y');
  expect([modes.at(0), modes.at(-1)]).toEqual([true, false]);
  expect(input.isPaused()).toBe(true);
});

test('where keys keep coming nothing is asked', async () => {
  const endless = Array.from({ length: 1_000 }, () => 'y\r');
  const { line, shown } = streams(endless);
  expect(await line).toBe('');
  expect(shown()).toBe('');
});

test.each([
  ['the end of the input', '\u0004'],
  ['Ctrl-C', '\u0003'],
])('%s is nothing', async (_, key) => {
  const { input, line, asked, modes } = streams();
  await asked();
  input.write(key);
  expect([await line, modes.at(-1)]).toEqual(['', false]);
});
