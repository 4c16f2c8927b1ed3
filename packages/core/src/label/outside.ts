import type { LabelSpace } from './label.ts';

/**
 * Names all outside state that `flowsTo` of a space reads (directories of groups): what followed
 * from its answers may be remembered as long as this stays the same, and not at all where it is
 * `undefined`.
 */
export function outsideVersion({ dimensions }: LabelSpace): string | undefined {
  const versions: (readonly [string, string])[] = [];
  for (const { version } of Object.values(dimensions)) {
    if (version === undefined) continue;
    const now = version();
    if (now === undefined || Number.isNaN(now)) return undefined;
    versions.push([typeof now, String(now)]);
  }
  return versions.length === 0 ? '' : JSON.stringify(versions);
}
