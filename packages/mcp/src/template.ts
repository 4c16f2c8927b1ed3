/**
 * True if an address may have come of a template (RFC 6570). Takes time by the address's length
 * alone: a pattern of the server's own could take for ever. Where it cannot tell, it says no.
 */
export function isOfTemplate(template: string, uri: string): boolean {
  const variables = template.match(variable) ?? [];
  const [first = '', ...literals] = template.split(variable);
  if (!uri.startsWith(first)) return false;
  let at = first.length;
  for (const [index, literal] of literals.entries()) {
    const isLast = index === literals.length - 1;
    const end = isLast ? uri.length - literal.length : uri.indexOf(literal, at + 1);
    if (end <= at || !uri.startsWith(literal, end)) return false;
    if (!mayBe(variables[index] ?? '', uri.slice(at, end))) return false;
    at = end + literal.length;
  }
  return at === uri.length;
}

const variable = /\{[^{}]*\}/g;

/** Only some kinds of variables go over the parts of a path. */
function mayBe(expression: string, value: string): boolean {
  return /^\{[+#/?&]/.test(expression) || !/[/?#]/.test(value);
}
