import { toHalf } from '../half.ts';
import { tensorLayouts, type WritableType } from '../tensor-type.ts';

/**
 * Numbers as the bytes of a tensor. Rounding is llama.cpp's reference (`quantize_row_*_ref`). The
 * count must be whole blocks: a multiple of 32 for `q8_0` and `q4_1`.
 */
export function quantise(values: Float32Array, type: WritableType): Uint8Array {
  switch (type) {
    case 'f32':
      return new Uint8Array(values.slice().buffer);
    case 'f16':
      return halves(values);
    case 'q8_0':
      return inBlocks(values, type, packQ8);
    case 'q4_1':
      return inBlocks(values, type, packQ4);
  }
}

/** A plain loop: `from` with a function takes twenty times as long. */
function halves(values: Float32Array): Uint8Array {
  const out = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at += 1) out[at] = toHalf(values[at] ?? 0);
  return new Uint8Array(out.buffer);
}

/** Packs the block of `values` that starts at `from` into `out`, from byte `to` on. */
type Pack = (values: Float32Array, from: number, write: { out: DataView; to: number }) => void;

function inBlocks(values: Float32Array, type: WritableType, pack: Pack): Uint8Array {
  const { length, bytes } = tensorLayouts[type];
  const out = new DataView(new ArrayBuffer((values.length / length) * bytes));
  for (let from = 0, to = 0; from < values.length; from += length, to += bytes)
    pack(values, from, { out, to });
  return new Uint8Array(out.buffer);
}

/** One scale, then 32 signed bytes. */
const packQ8: Pack = (values, from, { out, to }) => {
  let largest = 0;
  for (let at = from; at < from + 32; at += 1)
    largest = Math.max(largest, Math.abs(values[at] ?? 0));
  const scale = largest / 127;
  const inverse = scale === 0 ? 0 : 1 / scale;
  out.setUint16(to, toHalf(scale), true);
  for (let at = 0; at < 32; at += 1)
    out.setInt8(to + 2 + at, awayFromZero((values[from + at] ?? 0) * inverse));
};

/** A scale and the least value, then 32 times four bits: the first half low, the second high. */
const packQ4: Pack = (values, from, { out, to }) => {
  let least = Infinity;
  let largest = -Infinity;
  for (let at = from; at < from + 32; at += 1) {
    least = Math.min(least, values[at] ?? 0);
    largest = Math.max(largest, values[at] ?? 0);
  }
  const scale = (largest - least) / 15;
  const inverse = scale === 0 ? 0 : 1 / scale;
  const four = (at: number): number =>
    Math.min(15, Math.floor(((values[from + at] ?? 0) - least) * inverse + 0.5));
  out.setUint16(to, toHalf(scale), true);
  out.setUint16(to + 2, toHalf(least), true);
  for (let at = 0; at < 16; at += 1) out.setUint8(to + 4 + at, four(at) | (four(at + 16) << 4));
};

/** `roundf` of C, where `Math.round` would take -0.5 to 0. */
function awayFromZero(value: number): number {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5);
}
