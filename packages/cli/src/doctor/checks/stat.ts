import { statSync, type Stats } from 'node:fs';
import path from 'node:path';

/** The state of a file; `undefined` where there is none, or it may not be looked at. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A path as one would type it. */
export function short(file: string): string {
  return path.relative('.', file) || '.';
}
