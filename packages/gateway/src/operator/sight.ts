import { isLabelTold, type Label, type LabelSpace } from '@sluice/core';

/** True if an operator may see this label of this tenant. */
export type Sight = (tenant: string, label: string) => boolean;

/** Stands in place of a label: its own text may name readers that were computed from data. */
export const aboveClearance = 'above your clearance';

/** Says what one operator may see, by the labels' texts. */
export interface Sights {
  readonly sees: Sight;
  /** The label itself, where its own text is theirs to see; else that it is above them. */
  readonly told: (tenant: string, label: string) => string;
}

type Allows = (space: LabelSpace, pair: { label: Label; clearance: Label }) => boolean;

const flows: Allows = (space, { label, clearance }) => space.flowsTo(label, clearance);

/**
 * Decides by labels' texts, which policies may have come to read otherwise since they were written.
 * Fail closed: somebody sees a label only where some policy in force reads it, and every one that
 * does also reads the clearance and lets the label flow to it.
 */
export function sightOf(
  clearance: string,
  spacesOf: (tenant: string) => readonly LabelSpace[],
): Sights {
  const remembered = (allows: Allows): Sight => {
    const known = new Map<string, boolean>();
    return (tenant, label) => {
      const key = `${tenant}\n${label}`;
      const answer = known.get(key) ?? everywhere(spacesOf(tenant), { label, clearance, allows });
      known.set(key, answer);
      return answer;
    };
  };
  const isTold = remembered(isLabelTold);
  return {
    sees: remembered(flows),
    told: (tenant, label) => (isTold(tenant, label) ? label : aboveClearance),
  };
}

/**
 * True if every space that reads `label` puts it at or below `clearance`, and at least one
 * reads it.
 */
export function covers(
  spaces: readonly LabelSpace[],
  texts: { readonly label: string; readonly clearance: string },
): boolean {
  return everywhere(spaces, { ...texts, allows: flows });
}

function everywhere(
  spaces: readonly LabelSpace[],
  texts: { readonly label: string; readonly clearance: string; readonly allows: Allows },
): boolean {
  const { allows } = texts;
  const readable = spaces.flatMap((space) => {
    const label = parsed(space, texts.label);
    return label === undefined ? [] : [{ space, label }];
  });
  return (
    readable.length > 0 &&
    readable.every(({ space, label }) => {
      const clearance = parsed(space, texts.clearance);
      return clearance !== undefined && isAllowed(() => allows(space, { label, clearance }));
    })
  );
}

/** True if some policy in force reads this text as a label. */
export function isLabel(spaces: readonly LabelSpace[], text: string): boolean {
  return spaces.some((space) => parsed(space, text) !== undefined);
}

/** The label that a text is in this space, if it is one. */
function parsed(space: LabelSpace, text: string): Label | undefined {
  try {
    return space.parse(text);
  } catch {
    return undefined;
  }
}

/** A lattice of the user's own may throw: then nothing is. */
function isAllowed(allows: () => boolean): boolean {
  try {
    return allows();
  } catch {
    return false;
  }
}
