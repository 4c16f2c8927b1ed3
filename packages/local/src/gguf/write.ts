import { closeSync, openSync, writeSync } from 'node:fs';
import { bytesOf, tensorLayouts, type TensorInfo } from './tensor-type.ts';
import {
  listTypeId,
  scalarTypes,
  type GgufMetadata,
  type GgufValue,
  type Scalar,
  type ScalarType,
} from './value.ts';

/** A tensor to write. Its bytes are asked for once, when its turn has come. */
export interface TensorSource extends TensorInfo {
  readonly bytes: () => Uint8Array;
}

export interface GgufContent {
  readonly metadata: GgufMetadata;
  readonly tensors: readonly TensorSource[];
}

const alignment = 32;

/** The file as one array; for small models. */
export function ggufBytes(content: GgufContent): Uint8Array {
  const chunks: Uint8Array[] = [];
  writeChunks(content, (chunk) => void chunks.push(chunk));
  return joined(chunks);
}

/** Writes the file, holding one tensor at a time. Errors are those of the file system. */
export function writeGguf(path: string, content: GgufContent): void {
  const file = openSync(path, 'w');
  try {
    writeChunks(content, (chunk) => {
      // A write may take less than it was given.
      for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at);
    });
  } finally {
    closeSync(file);
  }
}

/** GGUF version 3: header, metadata, tensor infos, then the tensors, each aligned. */
function writeChunks({ metadata, tensors }: GgufContent, write: (chunk: Uint8Array) => void): void {
  // An alignment of its own would have to be kept to; ours is the one that goes without saying.
  const entries = [...metadata].filter(([key]) => key !== 'general.alignment');
  const head = joined([
    new TextEncoder().encode('GGUF'),
    scalarBytes('u32', 3),
    scalarBytes('u64', BigInt(tensors.length)),
    scalarBytes('u64', BigInt(entries.length)),
    ...entries.flatMap(([key, value]) => [scalarBytes('text', key), valueBytes(value)]),
    ...infoBytes(tensors),
  ]);
  write(head);
  write(padding(head.length));
  for (const tensor of tensors) {
    const bytes = tensor.bytes();
    if (bytes.length !== bytesOf(tensor)) throw new RangeError(`${tensor.name} has another size`);
    write(bytes);
    write(padding(bytes.length));
  }
}

function infoBytes(tensors: readonly TensorInfo[]): Uint8Array[] {
  let offset = 0;
  return tensors.map((tensor) => {
    const at = offset;
    offset += bytesOf(tensor) + padding(bytesOf(tensor)).length;
    return joined([
      scalarBytes('text', tensor.name),
      scalarBytes('u32', tensor.dims.length),
      ...tensor.dims.map((dim) => scalarBytes('u64', BigInt(dim))),
      scalarBytes('u32', tensorLayouts[tensor.type].id),
      scalarBytes('u64', BigInt(at)),
    ]);
  });
}

function valueBytes(value: GgufValue): Uint8Array {
  if (value.type !== 'list')
    return joined([typeBytes(value.type), scalarBytes(value.type, value.value)]);
  return joined([
    scalarBytes('u32', listTypeId),
    typeBytes(value.of),
    scalarBytes('u64', BigInt(value.value.length)),
    ...value.value.map((item) => scalarBytes(value.of, item)),
  ]);
}

function typeBytes(type: ScalarType): Uint8Array {
  return scalarBytes('u32', scalarTypes.indexOf(type));
}

function scalarBytes(type: ScalarType, value: Scalar): Uint8Array {
  switch (type) {
    case 'u8':
    case 'i8':
      return Uint8Array.of(Number(value));
    case 'bool':
      return Uint8Array.of(value === true ? 1 : 0);
    case 'u16':
    case 'i16':
      return filled(2, (view) => view.setUint16(0, Number(value), true));
    case 'u32':
    case 'i32':
      return filled(4, (view) => view.setUint32(0, Number(value), true));
    case 'f32':
      return filled(4, (view) => view.setFloat32(0, Number(value), true));
    case 'f64':
      return filled(8, (view) => view.setFloat64(0, Number(value), true));
    case 'u64':
    case 'i64':
      return filled(8, (view) => view.setBigInt64(0, BigInt(value), true));
    case 'text': {
      const bytes = new TextEncoder().encode(String(value));
      return joined([scalarBytes('u64', BigInt(bytes.length)), bytes]);
    }
  }
}

function filled(length: number, fill: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  fill(view);
  return new Uint8Array(view.buffer);
}

function padding(length: number): Uint8Array {
  return new Uint8Array((alignment - (length % alignment)) % alignment);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
