import type { Label, LabelSpace } from '@sluice/core';

/** Trusted and public; only confidential; or text that a stranger may have written. */
export type Tone = 'public' | 'secret' | 'stranger';

/** The meaning of a label in one of three words, for whoever gives labels colours. */
export function toneOf(label: Label, space: LabelSpace): Tone {
  if (label === space.bottom) return 'public';
  const lowered = { ...label.values, integrity: space.bottom.values['integrity'] };
  const isTrusted = 'integrity' in label.values && space.of(lowered) === label;
  return isTrusted ? 'secret' : 'stranger';
}
