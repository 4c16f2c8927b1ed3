/** How a tensor's numbers are stored: blocks of `length` numbers in `bytes` bytes each. */
export interface TensorLayout {
  /** The number by which files and llama.cpp know the type. */
  readonly id: number;
  readonly length: number;
  readonly bytes: number;
}

/** The types that are read. Files with any other are refused, not guessed at. */
export const tensorLayouts = {
  f32: { id: 0, length: 1, bytes: 4 },
  f16: { id: 1, length: 1, bytes: 2 },
  q4_0: { id: 2, length: 32, bytes: 18 },
  q4_1: { id: 3, length: 32, bytes: 20 },
  q5_0: { id: 6, length: 32, bytes: 22 },
  q5_1: { id: 7, length: 32, bytes: 24 },
  q8_0: { id: 8, length: 32, bytes: 34 },
  q4_k: { id: 12, length: 256, bytes: 144 },
  q5_k: { id: 13, length: 256, bytes: 176 },
  q6_k: { id: 14, length: 256, bytes: 210 },
  bf16: { id: 30, length: 1, bytes: 2 },
} as const satisfies Record<string, TensorLayout>;

export type TensorType = keyof typeof tensorLayouts;

/** Types that numbers can be written in. */
export type WritableType = 'f32' | 'f16' | 'q8_0' | 'q4_1';

export interface TensorInfo {
  readonly name: string;
  /** Fastest-running first, as GGUF has it: `[in, out]` of a matrix that maps in to out. */
  readonly dims: readonly number[];
  readonly type: TensorType;
}

function isTensorType(name: string): name is TensorType {
  return Object.hasOwn(tensorLayouts, name);
}

/** The type with this number, if it is one that is read. */
export function tensorTypeOf(id: number): TensorType | undefined {
  return Object.keys(tensorLayouts)
    .filter(isTensorType)
    .find((name) => tensorLayouts[name].id === id);
}

/** How many numbers a tensor holds. */
export function countOf(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}

/** How many bytes it takes. Its first dimension must be whole blocks. */
export function bytesOf({ dims, type }: Pick<TensorInfo, 'dims' | 'type'>): number {
  const { length, bytes } = tensorLayouts[type];
  return (countOf(dims) / length) * bytes;
}
