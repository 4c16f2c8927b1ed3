import { SluiceError } from '../errors.ts';
import { nearest } from '../policy/problem.ts';

/**
 * Throws `settings-invalid` for an option that does not exist: a misspelt one would be left out in
 * silence, and what it asked for with it. `names` are all that there are; `what` takes them.
 */
export function requireKnownOptions(
  options: object,
  names: Readonly<Record<string, true>>,
  what: string,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new SluiceError('settings-invalid', `${what} has no option \`${unknown}\``, {
    hint:
      meant === undefined
        ? `its options are ${known.toSorted().join(', ')}`
        : `did you mean \`${meant}\`?`,
  });
}
