import { renameSync, rmSync } from 'node:fs';
import { quantise } from './quantise/quantise.ts';
import { openGguf, type GgufFile } from './read.ts';
import { tensorLayouts, type TensorInfo, type TensorType } from './tensor-type.ts';
import { u32 } from './value.ts';
import { writeGguf, type TensorSource } from './write.ts';

/** The types that a file may be written as again. */
export type ReencodedType = 'f16' | 'q8_0';

/** The value of `general.file_type` of a file whose matrices are mostly of this type. */
const fileTypes: Readonly<Record<ReencodedType, number>> = { f16: 1, q8_0: 7 };

/**
 * Writes a model's weights in another type: `q8_0` runs faster than four bits, `f16` agrees best
 * with other back ends. Vectors and f32 tensors of one dimension stay as they are. Nothing that a
 * smaller type has lost comes back. The new file gets its name when it is whole; takes seconds for
 * each 100 million weights, and does not yield. Throws `file-unreadable` and `weights-invalid`.
 */
export function reencode(path: string, type: ReencodedType, out: string): void {
  const file = openGguf(path);
  const part = `${out}.part`;
  try {
    writeGguf(part, {
      metadata: new Map([...file.metadata, ['general.file_type', u32(fileTypes[type])]]),
      tensors: [...file.tensors.values()].map((tensor) => inType(file, tensor, type)),
    });
    renameSync(part, out);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    file.close();
  }
}

function inType(
  file: GgufFile,
  { name, dims, type }: TensorInfo,
  wanted: ReencodedType,
): TensorSource {
  const fits = dims.length > 1 && (dims[0] ?? 0) % tensorLayouts[wanted].length === 0;
  const own: TensorType = fits ? wanted : type;
  const bytes = (): Uint8Array =>
    own === type ? file.bytes(name) : quantise(file.numbers(name), wanted);
  return { name, dims, type: own, bytes };
}
