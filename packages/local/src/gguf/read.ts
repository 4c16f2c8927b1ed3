import { bytesSource, fileSource, type ByteSource } from './byte-source.ts';
import { dequantise } from './dequantise/dequantise.ts';
import { readHeader, type GgufHeader, type PlacedTensor } from './header.ts';
import { countOf } from './tensor-type.ts';
import { weightsInvalid } from './weights-invalid.ts';

/** A GGUF file whose weights are read when they are asked for. */
export interface GgufFile extends GgufHeader {
  /** A tensor's bytes as they stand. Throws `weights-invalid` where there is none of the name. */
  readonly bytes: (tensor: string) => Uint8Array;
  /** A tensor's numbers, rows after each other. Throws as `bytes` does. */
  readonly numbers: (tensor: string) => Float32Array;
  readonly close: () => void;
}

/** Opens a file; only its header is read. Throws `file-unreadable` and `weights-invalid`. */
export function openGguf(path: string): GgufFile {
  const source = fileSource(path);
  try {
    return ggufOf(source);
  } catch (error) {
    source.close();
    throw error;
  }
}

/** The same of bytes in memory. */
export function parseGguf(bytes: Uint8Array, name = 'these bytes'): GgufFile {
  return ggufOf(bytesSource(name, bytes));
}

function ggufOf(source: ByteSource): GgufFile {
  const header = readHeader(source);
  const find = (name: string): PlacedTensor => {
    const found = header.tensors.get(name);
    if (found !== undefined) return found;
    throw weightsInvalid(
      `\`${source.name}\` has no tensor \`${name}\``,
      'take a model whose architecture is `llama`',
    );
  };
  const bytes = (name: string): Uint8Array => {
    const tensor = find(name);
    return source.read(tensor.at, tensor.bytes);
  };
  return {
    ...header,
    bytes,
    numbers: (name) => {
      const { dims, type } = find(name);
      const numbers = new Float32Array(countOf(dims));
      dequantise(bytes(name), type, numbers);
      return numbers;
    },
    close: source.close,
  };
}
