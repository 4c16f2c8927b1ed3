/** Stands between the user's text and what an attacker had written behind it. */
export const pollutionMark = ' -- as asked: ';

/** True if an attacker's text stands in what a call says. */
export function isPolluted({ args }: { readonly args: unknown }): boolean {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return text.includes(pollutionMark);
}

/** A text as the user's task has it. */
export function unpolluted(text: string): string {
  return text.split(pollutionMark)[0] ?? text;
}
