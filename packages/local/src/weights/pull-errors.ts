import { SluiceError } from '@sluice/core';

/** A source that did not give what was asked for; another may. */
export function downloadFailed(message: string, cause?: unknown): SluiceError {
  return new SluiceError('download-failed', message, {
    hint:
      'look at the network and try again (what has come is kept), or fetch the file elsewhere and ' +
      'type `sluice models pull ID --from FILE`',
    cause,
  });
}

export function aborted(): SluiceError {
  return new SluiceError('aborted', 'the pull was aborted', {
    hint: 'pull again to go on where it stopped',
  });
}

export function noSpace(folder: string, bytes: number): SluiceError {
  const megabytes = Math.ceil(bytes / 1_000_000).toLocaleString('en');
  return new SluiceError('limit-exceeded', `\`${folder}\` has less than ${megabytes} MB left`, {
    hint: 'free some space, or set `SLUICE_MODELS` to a folder on another disk',
  });
}

/** An address as people may read it: without credentials and signature. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'an address' : `${parsed.host}${parsed.pathname}`;
}

/** A folder that cannot be written to; no source helps against that. */
export function unwritable(folder: string, cause: unknown): SluiceError {
  return new SluiceError('limit-exceeded', `cannot write to \`${folder}\``, {
    hint: 'make it writable, or set `SLUICE_MODELS` to a folder that is',
    cause,
  });
}
