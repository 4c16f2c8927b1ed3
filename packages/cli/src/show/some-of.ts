/** The first of some names, and how many more there are. */
export function someOf(names: readonly string[], shownMax = 12): string {
  const more = names.length - shownMax;
  return names.slice(0, shownMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
