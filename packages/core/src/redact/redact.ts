import type { History } from '../history/history.ts';
import type { View } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';

/** The fixed placeholder: it reveals neither the length nor the label of what it hides. */
export const placeholder = '[redacted]';

/** How much of a hidden exchange is left: its bare structure, or nothing (design.md section 3). */
export type Structure = 'keep' | 'drop';

/** What a step labelled `label` may be shown. Contract; see redact/ for the algorithm. */
export type Redact = (
  space: LabelSpace,
  history: History,
  label: Label,
  options: { readonly structure: Structure },
) => View;
