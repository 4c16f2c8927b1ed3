import { namesWithin, SluiceError } from '@sluice/core';

/** A propagator with what stands in parentheses after its name: `minimal-labels(lambda=0.2)`. */
export interface PropagatorSpec {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  /** The same for the same options, however they are spaced. */
  readonly key: string;
}

/** One propagator by its text. Throws `propagator-invalid` for options that are no `key=value`. */
export function propagatorSpec(name: string, options: string): PropagatorSpec {
  const words = options.split(/\s+/).filter((word) => word !== '');
  const pairs = words.map((word): readonly [string, string] => {
    const [, key, value] = /^([A-Za-z]+)=(\S+)$/.exec(word) ?? [];
    if (key === undefined || value === undefined) throw badOption(name, word);
    return [key, value];
  });
  const repeated = pairs.find(([key], at) => pairs.findIndex(([other]) => other === key) !== at);
  if (repeated !== undefined) throw badOption(name, repeated[0]);
  return { name, options: Object.fromEntries(pairs), key: `${name}(${words.join(' ')})` };
}

/**
 * Those of some names that a text holds, alone or among others: `lineage+attention`,
 * `cheapest-first:lineage,minimal-labels(lambda=0.2)`.
 */
export function specsIn(text: string, names: readonly string[]): readonly PropagatorSpec[] {
  return namesWithin(text).flatMap((each) => {
    const [, own = each, options = ''] = /^([^()]+)\(([^()]*)\)$/.exec(each) ?? [];
    const name = names.find((known) => known === own.trim());
    return name === undefined ? [] : [propagatorSpec(name, options)];
  });
}

function badOption(name: string, word: string): SluiceError {
  return new SluiceError('propagator-invalid', `\`${name}\` has no use for \`${word}\``, {
    hint: `write its options as \`${name}(key=value key=value)\`, each key once`,
  });
}
