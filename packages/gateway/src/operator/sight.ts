import type { Label, LabelSpace } from '@sluice/core';

/** What one operator may be shown, by tenant and the text of a label. */
export type Sight = (tenant: string, label: string) => boolean;

/**
 * Decides by labels' texts, which policies may have come to read otherwise since they were written.
 * Fail closed: somebody sees a label only where some policy in force reads it, and every one that
 * does also reads the clearance and lets the label flow to it.
 */
export function sightOf(
  clearance: string,
  spacesOf: (tenant: string) => readonly LabelSpace[],
): Sight {
  const known = new Map<string, boolean>();
  return (tenant, label) => {
    const key = `${tenant}\n${label}`;
    const answer = known.get(key) ?? covers(spacesOf(tenant), { label, clearance });
    known.set(key, answer);
    return answer;
  };
}

/** Whether every space that reads `label` puts it at or below `clearance`, and one does. */
export function covers(
  spaces: readonly LabelSpace[],
  { label, clearance }: { readonly label: string; readonly clearance: string },
): boolean {
  const readable = spaces.flatMap((space) => {
    const from = parsed(space, label);
    return from === undefined ? [] : [{ space, from }];
  });
  return (
    readable.length > 0 &&
    readable.every(({ space, from }) => {
      const to = parsed(space, clearance);
      return to !== undefined && flows(space, from, to);
    })
  );
}

/** Whether some policy in force reads this text as a label. */
export function isLabel(spaces: readonly LabelSpace[], text: string): boolean {
  return spaces.some((space) => parsed(space, text) !== undefined);
}

/** The label that a text is in this space, if it is one. */
export function parsed(space: LabelSpace, text: string): Label | undefined {
  try {
    return space.parse(text);
  } catch {
    return undefined;
  }
}

/** A lattice of the user's own may throw: then nothing flows. */
function flows(space: LabelSpace, from: Label, to: Label): boolean {
  try {
    return space.flowsTo(from, to);
  } catch {
    return false;
  }
}
