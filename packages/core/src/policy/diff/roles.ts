import { storesIn } from '../compile/compile-data.ts';
import type { CallSource, PolicySource } from '../source.ts';

/** Arguments that count as data now, or as other data, and results that no longer read a store. */
export function rolesLoosened(
  old: PolicySource | undefined,
  now: PolicySource | undefined,
): readonly string[] {
  return Object.keys(now?.tools ?? {}).flatMap((tool) => {
    const [before, after] = [dataOf(old, tool), dataOf(now, tool)];
    const changed = Object.keys(after).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    );
    const [read, reads] = [readsOf(old, tool), readsOf(now, tool)];
    return [
      ...changed.map((name) => `${name} of ${tool} counts as data, or as data of another kind`),
      ...(read.length > 2 && read !== reads ? [`results of ${tool} read other stores`] : []),
    ];
  });
}

function dataOf(source: PolicySource | undefined, tool: string): NonNullable<CallSource['data']> {
  const call = source?.tools[tool]?.call;
  return typeof call === 'object' ? (call.data ?? {}) : {};
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
