import { nameByServer, splitPack } from './pack-tools.ts';
import type { Pack } from './packs.ts';
import type { PolicyParts } from './policy-text.ts';
import { sharedNames } from './shared-names.ts';

/** A pack that two servers use: it stands in a file of its own, once. */
export interface Mount {
  readonly pack: Pack;
  /** From the policy's folder. */
  readonly file: string;
  readonly prefixes: readonly string[];
  readonly servers: PolicyParts['packed'];
}

/**
 * The packs whose tools a client names after more than one server, so that their text would stand
 * in the policy twice. A pack is none if another tool has one of its names: that is asked about.
 */
export function mountsOf(parts: PolicyParts): readonly Mount[] {
  if (parts.toolNames === 'plain') return [];
  const shared = sharedNames(parts);
  const byPack = Map.groupBy(parts.packed, ({ pack }) => pack);
  return [...byPack].flatMap(([pack, packed]) => {
    const prefixes = [...new Set(packed.map(({ server }) => nameByServer(server, '')))];
    const names = splitPack(pack).tools.flatMap(({ name }) =>
      prefixes.map((prefix) => `${prefix}${name}`),
    );
    if (prefixes.length < 2 || names.some((name) => shared.has(name))) return [];
    return [{ pack, file: `packs/${pack.name}.yaml`, prefixes, servers: packed }];
  });
}
