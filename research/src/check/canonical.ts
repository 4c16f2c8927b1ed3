import { createHash } from 'node:crypto';

/** JSON with sorted keys and no space: equal values give equal text. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${stable(member)}`);
  return `{${members.join(',')}}`;
}

/** The arguments of a call as one text; `undefined` where they are no object of finite values. */
export function canonicalArgs(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written, (_, member: unknown) => {
      if (member === Infinity || member === -Infinity) throw new RangeError('not finite');
      return member;
    });
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? stable(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The arguments at the top in canonical order; `undefined` where they are no object. */
export function membersOf(written: string): readonly (readonly [string, string])[] | undefined {
  const canonical = canonicalArgs(written);
  if (canonical === undefined) return undefined;
  const value: unknown = JSON.parse(canonical);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, stable(member)]);
}

/** True if arguments hold what stands in place of hidden text, however it is spelled. */
export function holdsPlaceholder(args: string): boolean {
  const plain = args.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']');
  return plain.toLowerCase().includes('[redacted]');
}

/** SHA-256 of UTF-8 text, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
