import { SluiceError } from '../../errors.ts';
import { isRecord } from '../../history/document.ts';

/** Reads a saved value of one shape. Throws `history-invalid` for any other. */
export type Read<T> = (value: unknown) => T;

export function unreadable(): SluiceError {
  return new SluiceError('history-invalid', 'a saved run cannot be read', {
    hint: 'begin a new run: what the saved one knew of its labels is gone',
  });
}

export const text: Read<string> = (value) => {
  if (typeof value !== 'string') throw unreadable();
  return value;
};

export const whole: Read<number> = (value) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw unreadable();
  return value;
};

export const truth: Read<boolean> = (value) => {
  if (typeof value !== 'boolean') throw unreadable();
  return value;
};

export const record: Read<Readonly<Record<string, unknown>>> = (value) => {
  if (!isRecord(value)) throw unreadable();
  return value;
};

export function list<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw unreadable();
    return value.map((item) => read(item));
  };
}

export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value) => (value === undefined ? undefined : read(value));
}

export function oneOf<const T extends string>(...words: readonly T[]): Read<T> {
  return (value) => words.find((word) => word === value) ?? missing();
}

/** Refuses a saved session in which a required value is missing. */
export function missing(): never {
  throw unreadable();
}
