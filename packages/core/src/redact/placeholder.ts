/** The fixed placeholder: it reveals neither the length nor the label of what it hides. */
export const placeholder = '[redacted]';

/**
 * Whether call arguments hold the placeholder, in a value or a key: what the model could not see it
 * cannot have meant. Escapes, percent-encoding and case do not hide it; what cannot be looked
 * through counts as holding it.
 */
export function isPlaceholderIn(args: string): boolean {
  if (holdsPlaceholder(args)) return true;
  // Only an escape makes another text of it.
  if (!args.includes('\\')) return false;
  try {
    return holdsPlaceholder(JSON.stringify(JSON.parse(args)));
  } catch (error) {
    return !(error instanceof SyntaxError);
  }
}

function holdsPlaceholder(text: string): boolean {
  const plain = text.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']').toLowerCase();
  return plain.includes(placeholder);
}
