/**
 * The names in a text, without the spaces around them. What stands in parentheses belongs to the
 * name before it, commas and all: `lineage(fields,sums),judge` are two names.
 */
export function splitNames(text: string, separator: ',' | '+'): readonly string[] {
  const names: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === separator && depth <= 0) {
      names.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...names, text.slice(start).trim()];
}

/** Each propagator that a text names, alone or among others, with its parentheses. */
export function namesWithin(text: string): readonly string[] {
  const list = text.replace(/^\s*cheapest-first:/, '');
  return splitNames(list, ',').flatMap((union) => splitNames(union, '+'));
}
