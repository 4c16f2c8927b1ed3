import { fileSource } from '../../gguf/byte-source.ts';
import { weightsInvalid } from '../../gguf/weights-invalid.ts';
import { z } from 'zod';

/** A file of tensors by name, as PyTorch models are published. Only 32-bit floats are read. */
export interface Safetensors {
  readonly names: readonly string[];
  /** Slowest-running dimension first. Throws `weights-invalid` where there is none of the name. */
  readonly shape: (name: string) => readonly number[];
  readonly numbers: (name: string) => Float32Array;
  readonly close: () => void;
}

const headerBytesMax = 16_777_216;

const tensorSchema = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});
const headerSchema = z.record(z.string(), z.unknown());

/** Opens a file; only its header is read. Throws `file-unreadable` and `weights-invalid`. */
export function openSafetensors(path: string): Safetensors {
  const source = fileSource(path);
  try {
    const length = Number(new DataView(source.read(0, 8).buffer).getBigUint64(0, true));
    if (length > headerBytesMax) throw weightsInvalid(`\`${path}\` is not a safetensors file`);
    const header = headerOf(path, source.read(8, length));
    const find = (name: string): z.infer<typeof tensorSchema> => {
      const { data } = tensorSchema.safeParse(header[name]);
      const count = data?.shape.reduce((product, size) => product * size, 1);
      const [from = 0, to = 0] = data?.data_offsets ?? [];
      if (data?.dtype === 'F32' && count !== undefined && to - from === count * 4) return data;
      throw weightsInvalid(`\`${path}\` has no 32-bit floats named \`${name}\``);
    };
    return {
      names: Object.keys(header).filter((name) => name !== '__metadata__'),
      shape: (name) => find(name).shape,
      numbers: (name) => {
        const [from, to] = find(name).data_offsets;
        // A copy: a float may start only at a multiple of four.
        return new Float32Array(source.read(8 + length + from, to - from).slice().buffer);
      },
      close: source.close,
    };
  } catch (error) {
    source.close();
    throw error;
  }
}

function headerOf(path: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return headerSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw weightsInvalid(`\`${path}\` is not a safetensors file`);
  }
}
