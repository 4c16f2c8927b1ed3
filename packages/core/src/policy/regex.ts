/**
 * Patterns run over text that strangers write, and JavaScript gives them no time limit. So a
 * pattern that can backtrack without bound is refused when the policy is loaded.
 */
export type PatternReading =
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'mistake'; readonly message: string; readonly hint: string };

/** Reads a JavaScript regular expression; flags `u`, and `g` where all matches are wanted. */
export function readPattern(
  source: string,
  { whole }: { readonly whole: boolean },
): PatternReading {
  if (/\\[1-9]|\\k<|\(\?<?[=!]/.test(source)) {
    const hint = 'write the pattern without `\\1`, `(?=`, `(?!`, `(?<=` or `(?<!`';
    return { kind: 'mistake', message: 'the pattern looks back or ahead', hint };
  }
  if (hasNestedRepeats(source)) {
    const hint = 'repeat single characters or classes, such as `[a-z ]+`';
    const message = 'the pattern repeats a group that itself repeats or chooses, which can hang';
    return { kind: 'mistake', message, hint };
  }
  try {
    const pattern = whole ? new RegExp(`^(?:${source})$`, 'su') : new RegExp(source, 'gsu');
    return { kind: 'pattern', pattern };
  } catch {
    const hint = 'write a JavaScript regular expression; escape `. * + ? ( ) [ ] { } ^ $ | / \\`';
    return { kind: 'mistake', message: 'the pattern is not a regular expression', hint };
  }
}

/** Whether an unbounded repetition, or an alternation, stands inside a repeated group. */
function hasNestedRepeats(source: string): boolean {
  const bare = source.replaceAll(/\\./gsu, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const open: boolean[] = [];
  let inside = false;
  for (let at = 0; at < bare.length; at += 1) {
    const character = bare[at] ?? '';
    if (character === '(') {
      open.push(inside);
      inside = false;
    } else if (character === ')') {
      const repeats = /^(?:[*+]|\{\d+,|\{\d{2,})/.test(bare.slice(at + 1));
      if (repeats && inside) return true;
      const outer = open.pop() ?? false;
      inside = inside || repeats || outer;
    } else if (character === '|' || /^(?:[*+]|\{\d+,)/.test(bare.slice(at))) {
      inside = true;
    }
  }
  return false;
}
