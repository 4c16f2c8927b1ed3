import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { tinyModel } from '../testing/tiny-model.ts';
import { quantise } from './quantise/quantise.ts';
import { openGguf, parseGguf } from './read.ts';
import { numberAt, textAt, textsAt, u32, type GgufValue } from './value.ts';
import { ggufBytes, writeGguf, type GgufContent } from './write.ts';

const small: GgufContent = {
  metadata: new Map<string, GgufValue>([
    ['general.architecture', { type: 'text', value: 'llama' }],
    ['a.list', { type: 'list', of: 'text', value: ['ä', ''] }],
  ]),
  tensors: [
    { name: 'one', dims: [2, 3], type: 'f32', bytes: () => quantise(counting(6), 'f32') },
    { name: 'two', dims: [32], type: 'q8_0', bytes: () => quantise(counting(32), 'q8_0') },
  ],
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-gguf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what was written is read', () => {
  test('from bytes and from a file', () => {
    const file = path.join(folder, 'small.gguf');
    writeGguf(file, small);
    const opened = openGguf(file);
    for (const read of [parseGguf(ggufBytes(small)), opened]) {
      expect(read.metadata).toEqual(small.metadata);
      expect([...read.tensors.keys()]).toEqual(['one', 'two']);
      expect(read.numbers('one')).toEqual(counting(6));
      expect(read.numbers('two')[31]).toBeCloseTo(31, 1);
      expect(read.bytes('two')).toHaveLength(34);
    }
    opened.close();
  });

  const scalar: fc.Arbitrary<GgufValue> = fc.oneof(
    fc.record({ type: fc.constant('u8' as const), value: fc.nat(255) }),
    fc.record({ type: fc.constant('i8' as const), value: fc.integer({ min: -128, max: 127 }) }),
    fc.record({ type: fc.constant('u16' as const), value: fc.nat(65_535) }),
    fc.record({ type: fc.constant('i16' as const), value: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ type: fc.constant('u32' as const), value: fc.nat(4_294_967_295) }),
    fc.record({ type: fc.constant('i32' as const), value: fc.integer() }),
    fc.record({ type: fc.constant('f32' as const), value: fc.float() }),
    fc.record({ type: fc.constant('f64' as const), value: fc.double() }),
    fc.record({ type: fc.constant('bool' as const), value: fc.boolean() }),
    fc.record({ type: fc.constant('text' as const), value: fc.string({ unit: 'grapheme' }) }),
    fc.record({ type: fc.constant('u64' as const), value: fc.bigInt(0n, 2n ** 64n - 1n) }),
    fc.record({
      type: fc.constant('i64' as const),
      value: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    }),
    fc.record({
      type: fc.constant('list' as const),
      of: fc.constant('f32' as const),
      value: fc.array(fc.float()),
    }),
  );
  test('whatever the metadata says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), scalar), (entries) => {
        const { 'general.alignment': _, ...rest } = entries;
        const metadata = new Map(Object.entries(rest));
        expect(parseGguf(ggufBytes({ metadata, tensors: [] })).metadata).toEqual(metadata);
      }),
    );
  });

  test('values are asked for by their kind', () => {
    const { metadata } = parseGguf(tinyModel({ seed: 1, type: 'f32' }));
    expect(numberAt(metadata, 'llama.block_count')).toBe(2);
    expect(numberAt(metadata, 'general.name')).toBeUndefined();
    expect(textAt(metadata, 'general.name')).toBe('tiny-1');
    expect(textAt(metadata, 'llama.block_count')).toBeUndefined();
    expect(textsAt(metadata, 'tokenizer.ggml.tokens')).toHaveLength(320);
    expect(textsAt(metadata, 'tokenizer.ggml.token_type')).toBeUndefined();
  });

  test('a tensor whose bytes are of another size is a mistake of whoever writes it', () => {
    const tensors = [
      { name: 'one', dims: [2], type: 'f32', bytes: () => new Uint8Array(4) },
    ] as const;
    expect(() => ggufBytes({ metadata: new Map(), tensors })).toThrow(RangeError);
  });
});

describe('a file that is none says what is wrong with it', () => {
  const good = ggufBytes(small);
  test.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /not a GGUF file/],
    ['another kind of file', Buffer.from('PK\u0003\u0004 and so on'), /not a GGUF file/],
    ['the first version', patched(good, 4, 1), /of version 1/],
    ['big-endian', patched(good, 4, 3 << 24), /big-endian/],
    ['a million tensors', patched(good, 8, 1_000_000), /impossible number of tensors: 1000000/],
    ['a million entries', patched(good, 16, 1_000_000), /impossible number of entries/],
    ['a tensor too many', patched(good, 8, 3), /3 is 0|dimensions/],
    ['a text of 4 GB', patched(good, 24, 0xffffffff), /impossible length of a text/],
    ['an unknown type of value', patched(good, 24 + 8 + 20, 13), /unknown type 13/],
    ['a text that is not UTF-8', patched(good, 24 + 8, 0xffffffff), /not UTF-8/],
    ['a list longer than the file', longList(4_000_000), /ends too early/],
    ['a list of a billion', longList(1_000_000_000), /impossible length of a list/],
    ['an odd number for a truth', oneValue({ type: 'bool', value: true }, 2), /truth value/],
    ['an alignment of 3', withAlignment(3), /impossible alignment 3/],
    ['an alignment of 0', withAlignment(0), /impossible alignment 0/],
    ['a key twice', twice(), /key `aa` twice/],
    ['a tensor of an unknown type', withInfo({ type: 99 }), /type 99, which is not read/],
    ['no dimension', withInfo({ dimensions: 0 }), /0 dimensions/],
    ['five dimensions', withInfo({ dimensions: 5 }), /5 dimensions/],
    ['a dimension of 0', withInfo({ first: 0 }), /is 0 by 3/],
    ['a dimension too large', withInfo({ first: 2 ** 31 }), /impossible dimension/],
    ['a tensor elsewhere', withInfo({ offset: 32 }), /not where it must be/],
    ['half a block', withInfo({ type: 8 }), /which q8_0 cannot be/],
  ])('%s', (_, bytes, message) => {
    const error = thrownBy(() => parseGguf(bytes, 'x.gguf'));
    expect(error.code).toBe('weights-invalid');
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/`x\.gguf`/);
    expect(error.hint).not.toBe('');
  });

  test('cut anywhere', () => {
    const last = parseGguf(good).tensors.get('two');
    const end = (last?.at ?? 0) + (last?.bytes ?? 0);
    expect(end).toBeGreaterThan(100);
    for (let length = 0; length < end; length += 1)
      expect(thrownBy(() => parseGguf(good.subarray(0, length))).code).toBe('weights-invalid');
  });

  test('a file that shrinks after it was opened', () => {
    const file = path.join(folder, 'shrinks.gguf');
    writeGguf(file, small);
    const opened = openGguf(file);
    truncateSync(file, 200);
    expect(thrownBy(() => opened.numbers('two')).message).toMatch(/ends too early/);
    opened.close();
  });

  test('no file, a folder, a tensor that is not there', () => {
    expect(thrownBy(() => openGguf(path.join(folder, 'none.gguf'))).code).toBe('file-unreadable');
    expect(thrownBy(() => openGguf(folder)).code).toBe('file-unreadable');
    expect(thrownBy(() => parseGguf(good).numbers('three')).message).toMatch(/no tensor `three`/);
    const text = path.join(folder, 'text.gguf');
    writeFileSync(text, 'no weights at all');
    expect(thrownBy(() => openGguf(text)).code).toBe('weights-invalid');
  });
});

proves('weights/broken-refused', () => {
  const model = tinyModel({
    seed: 3,
    type: 'q4_1',
    layers: 1,
    width: 32,
    heads: 1,
    keyValueHeads: 1,
  });
  const wild = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
  const change = fc.record({
    // Most of the file is weights, where any byte is right: most changes go to what is before.
    at: fc.oneof(
      { weight: 4, arbitrary: fc.nat(9_000) },
      { weight: 1, arbitrary: fc.nat(model.length - 1) },
    ),
    bytes: fc.array(wild, { minLength: 1, maxLength: 8 }),
  });
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(changes, fc.nat(model.length), fc.boolean(), (all, end, isCut) => {
      const bytes = model.slice(0, isCut ? end : model.length);
      for (const { at, bytes: wrong } of all)
        if (at + wrong.length <= bytes.length) bytes.set(wrong, at);
      expect(outcome(bytes)).toMatch(/^(?:read|weights-invalid)$/);
    }),
    { numRuns: 2000 },
  );
});

/** Reads all that a file says it has; what it throws must be ours. */
function outcome(bytes: Uint8Array): string {
  try {
    const file = parseGguf(bytes);
    let numbers = 0;
    for (const tensor of file.tensors.keys()) numbers += file.numbers(tensor).length;
    // Four bits are the least that a number takes.
    expect(numbers).toBeLessThanOrEqual(bytes.length * 2);
    return 'read';
  } catch (error) {
    return error instanceof SluiceError ? error.code : String(error);
  }
}

function thrownBy(run: () => unknown): SluiceError {
  try {
    run();
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function counting(length: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => at);
}

function patched(bytes: Uint8Array, at: number, word: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(at, word, true);
  return copy;
}

/** A file with one entry, whose last byte is changed. */
function oneValue(value: GgufValue, last: number): Uint8Array {
  const bytes = ggufBytes({ metadata: new Map([['k', value]]), tensors: [] });
  bytes[24 + 8 + 1 + 4] = last;
  return bytes;
}

/** The writer leaves an alignment out: it is written under a key of the same length. */
function withAlignment(alignment: number): Uint8Array {
  const key = 'general.alignment';
  const bytes = ggufBytes({
    metadata: new Map([['x'.repeat(key.length), u32(alignment)]]),
    tensors: [],
  });
  bytes.set(Buffer.from(key), 24 + 8);
  return bytes;
}

function twice(): Uint8Array {
  const metadata = new Map([
    ['aa', u32(1)],
    ['ab', u32(1)],
  ]);
  const bytes = ggufBytes({ metadata, tensors: [] });
  // An entry is a length, a key of two letters, a type, and a value.
  bytes[24 + (8 + 2 + 4 + 4) + 8 + 1] = 97;
  return bytes;
}

/** A list that says that it has so many numbers, and has one. */
function longList(length: number): Uint8Array {
  const value: GgufValue = { type: 'list', of: 'u8', value: [7] };
  return patched(
    ggufBytes({ metadata: new Map([['k', value]]), tensors: [] }),
    24 + 8 + 1 + 8,
    length,
  );
}

/** The first tensor's info with something else in it. */
function withInfo(change: {
  readonly dimensions?: number;
  readonly first?: number;
  readonly type?: number;
  readonly offset?: number;
}): Uint8Array {
  const bytes = ggufBytes({ ...small, metadata: new Map() });
  // Header, the name's length, and the name.
  const at = 24 + 8 + 3;
  const view = new DataView(bytes.buffer);
  view.setUint32(at, change.dimensions ?? 2, true);
  view.setUint32(at + 4, change.first ?? 2, true);
  view.setUint32(at + 20, change.type ?? 0, true);
  view.setUint32(at + 24, change.offset ?? 0, true);
  return bytes;
}
