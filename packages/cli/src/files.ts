import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SluiceError } from '@sluice/core';

/**
 * The text of a file. A gzip file is unzipped, whatever its name. Throws `file-unreadable`.
 */
export function readText(file: string): string {
  const bytes = bytesOf(file);
  if (!isGzip(bytes)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `\`${file}\` is not a complete gzip file`, {
      hint: 'it may be cut off: fetch it again, or unzip it yourself',
      cause,
    });
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw unreadFile(file, cause);
  }
}

/** A file or folder that cannot be read, with the reason that the system gave. */
export function unreadFile(file: string, cause: unknown): SluiceError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const shown = `\`${file}\``;
  if (code === 'ENOENT') {
    const isFirst = /(?:^|[\\/])(?:sluice|gateway)\.yaml$/.test(file);
    const first = isFirst ? ', or write a first one with `sluice init`' : '';
    const hint = `check the path (you are in \`${process.cwd()}\`)${first}`;
    return new SluiceError('file-unreadable', `${shown} does not exist`, { hint, cause });
  }
  const [reason, hint] =
    code === 'EISDIR'
      ? [': it is a folder', 'name a file inside it']
      : ['', 'check the path, and that you may read it'];
  return new SluiceError('file-unreadable', `cannot read ${shown}${reason}`, { hint, cause });
}

/** Every gzip file begins so (RFC 1952, 2.3.1). */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
