import { rm } from 'node:fs/promises';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { sha256Of } from '../checksum.ts';
import { aborted, downloadFailed, shownUrl } from '../pull-errors.ts';
import type { PullWork } from '../pull-io.ts';
import { needSpace } from '../space.ts';
import { weightsLimits } from '../weights-limits.ts';
import { wrongFile } from '../wrong-file.ts';
import { fetchRest, sizeOf, type Download } from './http-rest.ts';

/**
 * Fetches a file into `part`, and goes on where an earlier try stopped. What is there when this
 * returns has the right SHA-256. Throws `download-failed`, `weights-invalid` and `aborted`.
 */
export async function download(part: string, wanted: Download, work: PullWork): Promise<void> {
  const begun = await sizeOf(part);
  await fetchWhole(part, wanted, work);
  let found = await sha256Of(part, work);
  // The beginning may have been of something else: of another version, or of a page of an error.
  if (found !== wanted.sha256 && begun > 0) {
    await rm(part);
    await fetchWhole(part, wanted, work);
    found = await sha256Of(part, work);
  }
  if (found === wanted.sha256) return;
  await rm(part);
  throw wrongFile(shownUrl(wanted.url), { wanted: wanted.sha256, found });
}

/** Tries again after what may pass, as long as there is something to be had. */
async function fetchWhole(part: string, wanted: Download, work: PullWork): Promise<void> {
  let failures = 0;
  for (let attempt = 0; attempt < weightsLimits.attemptsMax; attempt += 1) {
    const before = await sizeOf(part);
    await needSpace(path.dirname(part), (wanted.bytes ?? 0) - before, work.io);
    const cause = await tried(async () => await fetchRest(part, wanted, work));
    if (work.signal.aborted) throw aborted();
    if (cause === undefined) return;
    if (cause instanceof SluiceError) throw cause;
    failures = (await sizeOf(part)) > before ? 0 : failures + 1;
    if (failures >= weightsLimits.failuresMax) throw unreachable(wanted.url, cause);
    await tried(async () => await work.io.wait(weightsLimits.retryMs * 2 ** failures, work.signal));
  }
  throw unreachable(wanted.url, undefined);
}

async function tried(run: () => Promise<void>): Promise<Error | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function unreachable(url: string, cause: Error | undefined): SluiceError {
  // The error of `fetch` says only that it failed; the reason is inside.
  const inner = cause?.cause instanceof Error ? cause.cause : cause;
  const why = inner === undefined ? '' : `: ${inner.message}`;
  return downloadFailed(`cannot fetch ${shownUrl(url)}${why}`, cause);
}
