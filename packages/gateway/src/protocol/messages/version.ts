import { RequestError } from '../errors.ts';

/** Versions of the protocol that the tables and the reader of replies were written for. */
const first = '2023-06-01';
const versions: readonly string[] = [first, '2026-10-21'];

/**
 * The header `anthropic-version` to send upstream; the first version if there is none, as of old.
 * Throws `RequestError` for any other version.
 */
export function passedVersion(header: string = first): string {
  const version = versions.find((each) => each === header.trim());
  if (version !== undefined) return version;
  throw new RequestError('unsupported_version', 'the header `anthropic-version` is not supported', {
    hint: `send one of ${versions.map((each) => `\`${each}\``).join(', ')}`,
  });
}
