import { open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { downloadFailed, noSpace, shownUrl, unwritable } from '../pull-errors.ts';
import type { PullWork } from '../pull-io.ts';
import { weightsLimits } from '../weights-limits.ts';

/** A file at an address, and by what it is known to be the right one. */
export interface Download {
  readonly url: string;
  /** Credentials, where the address wants some. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly sha256: string;
  readonly bytes?: number | undefined;
}

/** How many bytes of a file there are; 0 of none. */
export async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Asks once for what is missing of `part`, and appends it. Returns when all is there. Throws a
 * `SluiceError` where another try would be the same, any other error where it may help.
 */
export async function fetchRest(part: string, wanted: Download, work: PullWork): Promise<void> {
  const have = await sizeOf(part);
  if (wanted.bytes !== undefined && have === wanted.bytes) return;
  const stalled = new AbortController();
  const watchdog = work.io.watchdog(() => stalled.abort(new Error('nothing came any more')));
  try {
    const response = await work.io.fetch(wanted.url, {
      headers: {
        'accept-encoding': 'identity',
        ...wanted.headers,
        ...(have > 0 ? { range: `bytes=${have}-` } : {}),
      },
      signal: AbortSignal.any([work.signal, stalled.signal]),
    });
    const rest = await restOf(response, { part, have, wanted });
    const total = rest.total ?? wanted.bytes;
    const onChunk = watchdog.reset;
    await append(part, { from: rest.from, total, body: response.body, onChunk }, work);
  } finally {
    watchdog.end();
  }
}

interface Rest {
  /** How many bytes of the part stay: none where the server sends the whole. */
  readonly from: number;
  /** How many there will be, where that is known. */
  readonly total: number | undefined;
}

async function restOf(
  response: Response,
  {
    part,
    have,
    wanted,
  }: { readonly part: string; readonly have: number; readonly wanted: Download },
): Promise<Rest> {
  const rest = readRest(response, have);
  if (rest === undefined) {
    await response.body?.cancel();
    // The kept part is not the beginning of the server's file: the next try starts afresh.
    await truncate(part, 0);
    throw new Error('the server does not go on from there');
  }
  if (rest === 'refused' || rest === 'later') {
    await response.body?.cancel();
    const message = `${shownUrl(wanted.url)} answers ${response.status}`;
    throw rest === 'later' ? new Error(message) : downloadFailed(message);
  }
  const { total } = rest;
  if (wanted.bytes === undefined || total === undefined || total === wanted.bytes) return rest;
  await response.body?.cancel();
  throw downloadFailed(
    `${shownUrl(wanted.url)} has ${total} bytes, where ${wanted.bytes} were expected`,
  );
}

/** `undefined`: the server cannot go on from `have`. `later`: it may work at another time. */
function readRest(
  { status, headers }: Response,
  have: number,
): Rest | undefined | 'refused' | 'later' {
  if (status === 200) {
    const length = headers.get('content-length');
    return { from: 0, total: length === null ? undefined : Number(length) };
  }
  if (status === 416) return have > 0 ? undefined : 'refused';
  if (status === 206) {
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (have === 0 || Number(from) !== have) return have > 0 ? undefined : 'refused';
    return { from: have, total: total === '*' ? undefined : Number(total) };
  }
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

interface Body extends Rest {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly onChunk: () => void;
}

async function append(
  part: string,
  { from, total, body, onChunk }: Body,
  work: PullWork,
): Promise<void> {
  const folder = path.dirname(part);
  const file = await open(part, from === 0 ? 'w' : 'a').catch((cause: unknown) => {
    throw unwritable(folder, cause);
  });
  let bytes = from;
  try {
    for await (const chunk of body ?? []) {
      onChunk();
      bytes += chunk.length;
      if (bytes > (total ?? weightsLimits.fileBytesMax))
        throw downloadFailed('more came than was announced');
      await file.writeFile(chunk);
      work.onProgress({ phase: 'fetching', bytes, of: total });
    }
    await file.sync();
  } catch (error) {
    if (isFull(error)) throw noSpace(folder, (total ?? bytes) - from);
    throw error;
  } finally {
    await file.close();
  }
  if (total !== undefined && bytes < total) throw new Error('the connection ended too early');
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  );
}
