/** How much a label is to be minded, by its words; the label itself is always there as text. */
export function toneOf(label: string | null): 'hidden' | 'stranger' | 'private' | 'plain' {
  if (label === null) return 'hidden';
  if (/\b(?:untrusted|top)\b/.test(label)) return 'stranger';
  return /\b(?:private|secret|nobody|readers)\b/.test(label) ? 'private' : 'plain';
}
