/** A type of one metadata value, in the order of GGUF's numbers for them (9 is a list). */
export const scalarTypes = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u32',
  'i32',
  'f32',
  'bool',
  'text',
  undefined,
  'u64',
  'i64',
  'f64',
] as const;

export const listTypeId = 9;

export type ScalarType = Exclude<(typeof scalarTypes)[number], undefined>;

/** 64-bit integers are bigints, so that none loses digits. */
export type Scalar = number | bigint | boolean | string;

/** A metadata value with the type that it has in the file. Lists of lists do not exist. */
export type GgufValue =
  | { readonly type: ScalarType; readonly value: Scalar }
  | { readonly type: 'list'; readonly of: ScalarType; readonly value: readonly Scalar[] };

/** The metadata of a file's model, by key, e.g. `llama.block_count`. */
export type GgufMetadata = ReadonlyMap<string, GgufValue>;

export const u32 = (value: number): GgufValue => ({ type: 'u32', value });
export const f32 = (value: number): GgufValue => ({ type: 'f32', value });
export const bool = (value: boolean): GgufValue => ({ type: 'bool', value });
export const text = (value: string): GgufValue => ({ type: 'text', value });
export const texts = (value: readonly string[]): GgufValue => ({ type: 'list', of: 'text', value });
export const i32s = (value: readonly number[]): GgufValue => ({ type: 'list', of: 'i32', value });

/** The number of this key; `undefined` where there is none, or something else. */
export function numberAt(metadata: GgufMetadata, key: string): number | undefined {
  const value = metadata.get(key)?.value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? value : undefined;
}

/** The text of this key; `undefined` where there is none, or something else. */
export function textAt(metadata: GgufMetadata, key: string): string | undefined {
  const value = metadata.get(key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The list of texts of this key; `undefined` where there is none, or something else. */
export function textsAt(metadata: GgufMetadata, key: string): readonly string[] | undefined {
  const found = metadata.get(key);
  if (found?.type !== 'list' || found.of !== 'text') return undefined;
  return found.value.map(String);
}
