import type { ByteSource } from './byte-source.ts';
import { Cursor } from './cursor.ts';
import { ggufLimits } from './gguf-limits.ts';
import { bytesOf, countOf, tensorLayouts, tensorTypeOf, type TensorInfo } from './tensor-type.ts';
import {
  listTypeId,
  numberAt,
  scalarTypes,
  type GgufMetadata,
  type GgufValue,
  type Scalar,
  type ScalarType,
} from './value.ts';
import { weightsInvalid } from './weights-invalid.ts';

/** A tensor, and where in the file its bytes are. */
export interface PlacedTensor extends TensorInfo {
  readonly at: number;
  readonly bytes: number;
}

export interface GgufHeader {
  readonly metadata: GgufMetadata;
  /** By name, in the order of the file. */
  readonly tensors: ReadonlyMap<string, PlacedTensor>;
}

/** "GGUF" as a little-endian number. */
const magic = 0x46554747;

interface Reading {
  readonly name: string;
  readonly cursor: Cursor;
}

/** Reads all but the weights themselves. Throws `weights-invalid`. */
export function readHeader(source: ByteSource): GgufHeader {
  const reading = { name: source.name, cursor: new Cursor(source) };
  readVersion(reading, source.size);
  const tensorCount = reading.cursor.count('number of tensors', ggufLimits.tensorsMax);
  const entryCount = reading.cursor.count('number of entries', ggufLimits.entriesMax);
  const metadata = readMetadata(reading, entryCount);
  const infos = Array.from({ length: tensorCount }, () => readInfo(reading));
  return { metadata, tensors: placed(reading, { infos, metadata, size: source.size }) };
}

function readVersion({ name, cursor }: Reading, size: number): void {
  if (size < 8 || cursor.u32() !== magic)
    throw weightsInvalid(`\`${name}\` is not a GGUF file`, 'give a file that ends in `.gguf`');
  const version = cursor.u32();
  if (version === 2 || version === 3) return;
  const found = version % 65_536 === 0 ? 'big-endian' : `of version ${version}`;
  throw weightsInvalid(
    `\`${name}\` is a GGUF file ${found}`,
    'take one that a recent llama.cpp has written: version 3, little-endian',
  );
}

function readMetadata({ name, cursor }: Reading, count: number): GgufMetadata {
  const metadata = new Map<string, GgufValue>();
  for (let at = 0; at < count; at += 1) {
    const key = cursor.text(ggufLimits.keyBytesMax);
    if (metadata.has(key)) throw weightsInvalid(`\`${name}\` has the key \`${key}\` twice`);
    metadata.set(key, readValue({ name, cursor }));
  }
  return metadata;
}

function readValue({ name, cursor }: Reading): GgufValue {
  const id = cursor.u32();
  if (id !== listTypeId) {
    const type = scalarType(name, id);
    return { type, value: cursor.scalar(type) };
  }
  const of = scalarType(name, cursor.u32());
  const length = cursor.count('length of a list', ggufLimits.listItemsMax);
  const value: Scalar[] = [];
  // Not allocated ahead: a length is only what the file says.
  for (let at = 0; at < length; at += 1) value.push(cursor.scalar(of));
  return { type: 'list', of, value };
}

function scalarType(name: string, id: number): ScalarType {
  const type = scalarTypes[id];
  if (type !== undefined) return type;
  throw weightsInvalid(`\`${name}\` has a metadata value of the unknown type ${id}`);
}

interface ReadInfo extends TensorInfo {
  readonly offset: number;
}

function readInfo({ name, cursor }: Reading): ReadInfo {
  const tensor = cursor.text(ggufLimits.keyBytesMax);
  const count = cursor.u32();
  if (count < 1 || count > ggufLimits.dimensionsMax)
    throw weightsInvalid(`tensor \`${tensor}\` of \`${name}\` has ${count} dimensions`);
  const dims = Array.from({ length: count }, () =>
    cursor.count(`dimension of \`${tensor}\``, ggufLimits.dimensionMax),
  );
  const id = cursor.u32();
  const type = tensorTypeOf(id);
  if (type === undefined)
    throw weightsInvalid(
      `tensor \`${tensor}\` of \`${name}\` has the type ${id}, which is not read`,
      `take a file in one of ${Object.keys(tensorLayouts).join(', ')}`,
    );
  const offset = cursor.count(`place of \`${tensor}\``, Number.MAX_SAFE_INTEGER);
  const { length } = tensorLayouts[type];
  const isWhole = countOf(dims) <= ggufLimits.tensorNumbersMax && (dims[0] ?? 0) % length === 0;
  if (isWhole && countOf(dims) > 0) return { name: tensor, dims, type, offset };
  throw weightsInvalid(
    `tensor \`${tensor}\` of \`${name}\` is ${dims.join(' by ')}, which ${type} cannot be`,
  );
}

/** Tensors follow each other without gaps but for alignment: llama.cpp takes no others. */
function placed(
  { name, cursor }: Reading,
  {
    infos,
    metadata,
    size,
  }: {
    readonly infos: readonly ReadInfo[];
    readonly metadata: GgufMetadata;
    readonly size: number;
  },
): ReadonlyMap<string, PlacedTensor> {
  const alignment = alignmentOf(name, metadata);
  const aligned = (at: number): number => Math.ceil(at / alignment) * alignment;
  const start = aligned(cursor.position);
  const tensors = new Map<string, PlacedTensor>();
  let expected = 0;
  for (const { offset, ...info } of infos) {
    const bytes = bytesOf(info);
    if (offset !== expected || tensors.has(info.name))
      throw weightsInvalid(`tensor \`${info.name}\` of \`${name}\` is not where it must be`);
    if (start + offset + bytes > size)
      throw weightsInvalid(`\`${name}\` ends before its tensor \`${info.name}\` does`);
    tensors.set(info.name, { ...info, at: start + offset, bytes });
    expected = aligned(offset + bytes);
  }
  return tensors;
}

function alignmentOf(name: string, metadata: GgufMetadata): number {
  if (!metadata.has('general.alignment')) return 32;
  const alignment = numberAt(metadata, 'general.alignment') ?? 0;
  const isPower = Number.isInteger(Math.log2(alignment));
  if (isPower && alignment >= 1 && alignment <= ggufLimits.alignmentBytesMax) return alignment;
  throw weightsInvalid(`\`${name}\` has the impossible alignment ${alignment}`);
}
