import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { weightsInvalid } from './weights-invalid.ts';

/** Bytes that are read from any place, in any order. */
export interface ByteSource {
  /** Its name in errors. */
  readonly name: string;
  readonly size: number;
  /** A copy, or a view that nobody writes to. Throws `weights-invalid` past the end. */
  readonly read: (at: number, length: number) => Uint8Array;
  readonly close: () => void;
}

/** Bytes in memory. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  const read = (at: number, length: number): Uint8Array => {
    if (at + length > bytes.length) throw truncated(name);
    return bytes.subarray(at, at + length);
  };
  return { name, size: bytes.length, read, close: () => undefined };
}

/** A file, read where it is asked for. Throws `file-unreadable`. */
export function fileSource(path: string): ByteSource {
  const file = opened(path);
  const { size } = fstatSync(file);
  const read = (at: number, length: number): Uint8Array => {
    // Looked at before memory is taken: a length is whatever the file says.
    if (at + length > size) throw truncated(path);
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const count = readSync(file, bytes, done, length - done, at + done);
      if (count === 0) throw truncated(path);
      done += count;
    }
    return bytes;
  };
  return { name: path, size, read, close: () => closeSync(file) };
}

function opened(path: string): number {
  try {
    const file = openSync(path, 'r');
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${path}\``, {
      hint: 'give a GGUF file that exists and may be read',
      cause,
    });
  }
  throw new SluiceError('file-unreadable', `\`${path}\` is not a file`, {
    hint: 'give the path of a GGUF file',
  });
}

function truncated(name: string): SluiceError {
  return weightsInvalid(`\`${name}\` ends too early`);
}
