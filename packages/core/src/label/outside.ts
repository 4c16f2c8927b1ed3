import type { LabelSpace } from './label.ts';

/**
 * Names all outside state that `flowsTo` of a space reads (directories of groups): what followed
 * from its answers may be remembered while this stays the same, and never if it is `undefined`.
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
