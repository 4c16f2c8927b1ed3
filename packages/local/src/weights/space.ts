import { noSpace } from './pull-errors.ts';
import type { PullIo } from './pull-io.ts';

/** Throws `limit-exceeded` where less than that many bytes are free. */
export async function needSpace(folder: string, bytes: number, io: PullIo): Promise<void> {
  if (bytes > (await io.freeBytes(folder))) throw noSpace(folder, bytes);
}
