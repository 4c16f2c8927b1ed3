import { storesIn } from '../compile/compile-data.ts';
import type { DataSource } from '../data-source.ts';
import type { CallSource, PolicySource } from '../source.ts';

/**
 * Arguments that count as data now, as other data or no longer, and calls and results that no
 * longer write or read a store.
 */
export function rolesLoosened(
  old: PolicySource | undefined,
  now: PolicySource | undefined,
): readonly string[] {
  return Object.keys(now?.tools ?? {}).flatMap((tool) => {
    const [before, after] = [dataOf(old, tool), dataOf(now, tool)];
    const added = Object.keys(after).filter((name) => before[name] === undefined);
    // Ceilings are compared for themselves.
    const changed = Object.entries(after).filter(
      ([name, data]) => before[name] !== undefined && kindOf(data) !== kindOf(before[name]),
    );
    // Data may have a ceiling below that of the call.
    const gone = isAutomatic(now, tool)
      ? Object.keys(before).filter((name) => after[name] === undefined)
      : [];
    const [wrote, writes] = [old, now].map((source) => writesOf(source, tool));
    const [read, reads] = [readsOf(old, tool), readsOf(now, tool)];
    return [
      ...added.map(
        (name) =>
          `\`${name}\` of ${tool} is data now: it is judged apart from the rest of the call`,
      ),
      ...changed.map(
        ([name]) => `\`${name}\` of ${tool} is data with another \`form\`, or other \`writes\``,
      ),
      ...gone.map(
        (name) => `\`${name}\` of ${tool} is no longer data, so the ceiling of the call counts`,
      ),
      ...(isAutomatic(now, tool) && wrote !== '[]' && wrote !== writes
        ? [`calls of ${tool} write to other stores`]
        : []),
      ...(read.length > 2 && read !== reads ? [`results of ${tool} read other stores`] : []),
    ];
  });
}

function isAutomatic(source: PolicySource | undefined, tool: string): boolean {
  return typeof source?.tools[tool]?.call === 'object';
}

/** The stores that a whole call writes, as text. */
function writesOf(source: PolicySource | undefined, tool: string): string {
  const call = source?.tools[tool]?.call;
  return JSON.stringify(storesIn(typeof call === 'object' ? call.writes : undefined));
}

function dataOf(source: PolicySource | undefined, tool: string): NonNullable<CallSource['data']> {
  const call = source?.tools[tool]?.call;
  return typeof call === 'object' ? (call.data ?? {}) : {};
}

/** What an argument is, whatever its ceiling. */
function kindOf(source: DataSource | undefined): string {
  if (source === undefined || typeof source === 'string') return JSON.stringify([source, []]);
  return JSON.stringify([source.form, storesIn(source.writes)]);
}

/** The stores that each part of a result reads, as text. */
function readsOf(source: PolicySource | undefined, tool: string): string {
  const result = source?.tools[tool]?.result;
  const ofRules = (result?.rules ?? []).flatMap(({ path, reads }) => {
    return reads === undefined ? [] : [{ path, reads: storesIn(reads) }];
  });
  const whole = storesIn(result?.reads);
  return JSON.stringify(whole.length === 0 ? ofRules : [whole, ...ofRules]);
}
