import { openedNames, namesOpened } from '../propagators.ts';

/**
 * A line that names the propagators that a run has left out because they run on weights; nothing
 * where one of them was asked for, for whoever names one knows them.
 */
export function leftOutLocal(names: readonly string[], own: readonly string[] = []): string[] {
  const asked = names.filter((name) => !own.includes(name));
  if (asked.some(namesOpened)) return [];
  const others = openedNames.filter((name) => !own.includes(name)).join(', ');
  return [`left out, for they run on weights: ${others}; name them with --propagator`];
}
