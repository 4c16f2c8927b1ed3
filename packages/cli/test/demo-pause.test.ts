import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readKey } from '../src/show/read-key.ts';
import { sluice } from './terminal.ts';

const argv = ['demo', '--scene', 'balance', '--propagator', 'lineage', '--pause'];

describe('--pause', () => {
  test('any key goes on', async () => {
    const ran = await sluice(argv, {
      keys: [' ', '\r', 'x', '\u001B[A', ...Array<string>(20).fill('n')],
    });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('calls a step');
  });

  test.each([['q'], ['\u0003'], ['\u0004']])('%j stops', async (key) => {
    const ran = await sluice(argv, { keys: [' ', key] });
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('stopped, as you asked');
    expect(ran.out).not.toContain('── lineage ──');
  });

  test('without a terminal it says in one line that it does nothing', async () => {
    const ran = await sluice(argv);
    expect(ran.code).toBe(0);
    expect(ran.errors).toMatch(/^.*no terminal.*--pause.*$/);
    expect(ran.out).toContain('── lineage ──');
  });
});

test('a key is read raw, and the terminal is left as it was', async () => {
  const input = new PassThrough();
  const modes: boolean[] = [];
  const written: string[] = [];
  const raw = Object.assign(input, {
    setRawMode: (mode: boolean) => {
      modes.push(mode);
      return raw;
    },
  });
  const output = { write: (text: string) => written.push(text) > 0 };
  input.write('x');
  expect(await readKey(raw as never, output, 'go on?')).toBe('x');
  expect(modes).toEqual([true, false]);
  expect(written).toEqual(['go on?', '\r\u001B[2K']);
  expect(input.isPaused()).toBe(true);
});
