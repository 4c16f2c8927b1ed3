/** Beginnings of keys that providers and we ourselves give out. */
const begins = /^(?:(?:sk|pk|rk|op|whsec|gsk|xai|pplx|hf|ghp|gho|ghs|glpat|key)[-_]|AIza|AKIA)/;

/** Words of a name are shorter than this, or hold no digit; keys are one long word of both. */
const wordWithDigitMax = 15;
const wordMax = 31;
const nameMax = 64;

/**
 * True if a text can only be the name of an environment variable. A key in its place, which some
 * names look like, is none: it would be printed where a variable is missing.
 */
export function isVariableName(text: string): boolean {
  return /^[A-Z_][A-Z0-9_]*$/i.test(text) && !looksLikeKey(text);
}

/** True if a text may be a secret that somebody put into a wrong place. */
export function looksLikeKey(text: string): boolean {
  if (text.length > nameMax || begins.test(text)) return true;
  return text
    .split(/[^A-Za-z0-9]+/)
    .some((word) => word.length > (/\d/.test(word) ? wordWithDigitMax : wordMax));
}
