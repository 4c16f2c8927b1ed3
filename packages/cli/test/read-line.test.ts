import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { readLine } from '../src/show/read-line.ts';

/** A terminal of streams: what it shows, and whether it is raw. */
function streams() {
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
  const line = readLine(input as never, output as never, 'sure? ');
  const asked = async (): Promise<void> => {
    await expect.poll(() => shown, { timeout: 5_000 }).toContain('sure? ');
  };
  return { input, modes, line, asked, shown: () => shown };
}

proves('operator/typed-ahead', async () => {
  for (const early of [['y'], ['y\n'], ['y\r', 'y\r'], ['n', 'y']]) {
    const { input, line, asked, shown } = streams();
    for (const text of early) {
      input.write(text);
      await pause(20);
      expect(shown()).toBe('');
    }
    await asked();
    input.write('x\r');
    expect(await line).toBe('x');
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
  const { input, line, shown } = streams();
  const typing = setInterval(() => input.write('y\r'), 10);
  expect(await line).toBe('');
  clearInterval(typing);
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
