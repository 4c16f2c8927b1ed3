import type { ByteSource } from './byte-source.ts';
import { ggufLimits } from './gguf-limits.ts';
import type { Scalar, ScalarType } from './value.ts';
import { weightsInvalid } from './weights-invalid.ts';

/** Bytes that are fetched at once, so that a header of many small values costs few reads. */
const windowBytes = 1_048_576;

const numberBytes = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
  u64: 8,
  i64: 8,
  f64: 8,
} as const;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the header of a file from front to back. Every length is checked before it is used. */
export class Cursor {
  readonly #source: ByteSource;
  #window: DataView = new DataView(new ArrayBuffer(0));
  /** Where the window starts in the source, and where in the window the next value is. */
  #from = 0;
  #at = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** How far it has read, in bytes. */
  get position(): number {
    return this.#from + this.#at;
  }

  scalar(type: ScalarType): Scalar {
    if (type === 'text') return this.text(ggufLimits.textBytesMax);
    if (type === 'bool') return this.#bool();
    const at = this.#take(numberBytes[type]);
    const window = this.#window;
    switch (type) {
      case 'u8':
        return window.getUint8(at);
      case 'i8':
        return window.getInt8(at);
      case 'u16':
        return window.getUint16(at, true);
      case 'i16':
        return window.getInt16(at, true);
      case 'u32':
        return window.getUint32(at, true);
      case 'i32':
        return window.getInt32(at, true);
      case 'f32':
        return window.getFloat32(at, true);
      case 'u64':
        return window.getBigUint64(at, true);
      case 'i64':
        return window.getBigInt64(at, true);
      case 'f64':
        return window.getFloat64(at, true);
    }
  }

  u32(): number {
    const at = this.#take(4);
    return this.#window.getUint32(at, true);
  }

  /** A count or a place. Throws where it is above `max`. */
  count(what: string, max: number): number {
    const at = this.#take(8);
    const value = this.#window.getBigUint64(at, true);
    if (value <= BigInt(max)) return Number(value);
    throw weightsInvalid(
      `\`${this.#source.name}\` has an impossible ${what}: ${value} at byte ${this.position - 8}`,
    );
  }

  text(bytesMax: number): string {
    const length = this.count('length of a text', bytesMax);
    const at = this.#take(length);
    const bytes = new Uint8Array(this.#window.buffer, this.#window.byteOffset + at, length);
    try {
      return utf8.decode(bytes);
    } catch {
      throw weightsInvalid(`\`${this.#source.name}\` has a text that is not UTF-8`);
    }
  }

  #bool(): boolean {
    const at = this.#take(1);
    const byte = this.#window.getUint8(at);
    if (byte <= 1) return byte === 1;
    throw weightsInvalid(`\`${this.#source.name}\` has a truth value that is ${byte}`);
  }

  /** Where the next `length` bytes are in the window, which may be another one from then on. */
  #take(length: number): number {
    if (this.#at + length > this.#window.byteLength) this.#refill(length);
    const at = this.#at;
    this.#at += length;
    return at;
  }

  #refill(length: number): void {
    this.#from += this.#at;
    this.#at = 0;
    if (this.#from + length > ggufLimits.headerBytesMax)
      throw weightsInvalid(`\`${this.#source.name}\` has a header that does not end`);
    const rest = Math.max(0, this.#source.size - this.#from);
    const bytes = this.#source.read(this.#from, Math.max(length, Math.min(windowBytes, rest)));
    this.#window = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}
