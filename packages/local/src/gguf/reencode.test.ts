import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tinyModel } from '../testing/tiny-model.ts';
import { openGguf, parseGguf } from './read.ts';
import { reencode, type ReencodedType } from './reencode.ts';
import { u32 } from './value.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-reencode-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[ReencodedType, number, number]>([
  ['f16', 1, 2 ** -11],
  ['q8_0', 7, 0.5 / 127 + 2 ** -11],
])('four bits as %s: the same numbers but for rounding', (type, fileType, error) => {
  const bytes = tinyModel({ seed: 5, type: 'q4_1' });
  const before = parseGguf(bytes);
  const from = path.join(folder, 'from.gguf');
  const out = path.join(folder, `${type}.gguf`);
  writeFileSync(from, bytes);
  reencode(from, type, out);
  const after = openGguf(out);
  expect(after.metadata).toEqual(
    new Map([...before.metadata, ['general.file_type', u32(fileType)]]),
  );
  expect([...after.tensors.keys()]).toEqual([...before.tensors.keys()]);
  for (const [name, tensor] of after.tensors) {
    const isVector = tensor.dims.length === 1;
    expect(tensor.type).toBe(isVector ? 'f32' : type);
    const numbers = before.numbers(name);
    const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const differs = after
      .numbers(name)
      .some((value, at) => Math.abs(value - (numbers[at] ?? 0)) > largest * error);
    expect(differs, name).toBe(false);
  }
  after.close();
});

test('what has the type already is copied as it stands', () => {
  const bytes = tinyModel({ seed: 5, type: 'q4_1' });
  const from = path.join(folder, 'from.gguf');
  const out = path.join(folder, 'copied.gguf');
  writeFileSync(from, bytes);
  reencode(from, 'q8_0', out);
  const after = openGguf(out);
  expect(after.bytes('token_embd.weight')).toEqual(parseGguf(bytes).bytes('token_embd.weight'));
  after.close();
});

test('a file that cannot be read leaves nothing behind', () => {
  const from = path.join(folder, 'half.gguf');
  writeFileSync(from, tinyModel({ seed: 5, type: 'q4_1' }).subarray(0, 30_000));
  expect(() => reencode(from, 'f16', path.join(folder, 'none.gguf'))).toThrow(/ends before/);
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
});

test('nor does one that cannot be written', () => {
  const from = path.join(folder, 'from.gguf');
  writeFileSync(from, tinyModel({ seed: 5, type: 'q4_1' }));
  expect(() => reencode(from, 'f16', path.join(folder, 'no-folder', 'x.gguf'))).toThrow(/ENOENT/);
});
