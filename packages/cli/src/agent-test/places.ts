import type { Label, Policy } from '@sluice/core';
import { sourceWordIn } from '@sluice/core/tool-names';
import { sourcesIn, type SourceWitness } from '@sluice/core/policy-diff';
import { givenSpots, labelIn, madeUpSpots, type Spot } from './plant.ts';

/** The policy that the agent runs under, and the one that says what is right. */
export interface Policies {
  readonly now: Policy;
  /** The earlier policy of `--baseline`; without one, the same. */
  readonly right: Policy;
}

/** A place in a tool's results whose text an attack may stand in, or a secret. */
export interface Place {
  readonly name: string;
  /** The call that finds it, and what it gives. */
  readonly witness: SourceWitness;
  readonly spot: Spot;
  /** The labels of text there, on a turn of the user's. */
  readonly now: Label;
  readonly right: Label;
  /** Others than the user may write it: why, or `undefined` where nothing says so. */
  readonly strangers: string | undefined;
}

/** The places of results that are made up so that each rule of the policies finds something. */
export function madeUpPlaces(policies: Policies): {
  readonly places: readonly Place[];
  readonly gaps: readonly string[];
} {
  const { all, gaps } = sourcesIn({ before: policies.right, after: policies.now });
  const witnesses = all.flatMap(({ witness }) => witness ?? []);
  const each = new Map(witnesses.map((witness) => [JSON.stringify(witness), witness]));
  const places = [...each.values()].flatMap((witness) =>
    madeUpSpots(witness, policies.now.labelResult(witness)).map((spot) =>
      placeOf(policies, witness, spot),
    ),
  );
  return { places: namedStrangers(onePerLabels(places), policies.right), gaps };
}

/** The places of results that tools gave in runs that nobody attacked. */
export function givenPlaces(
  policies: Policies,
  results: readonly SourceWitness[],
): readonly Place[] {
  const places = results.flatMap((witness) =>
    givenSpots(witness, policies.now.labelResult(witness)).map((spot) =>
      placeOf(policies, witness, spot),
    ),
  );
  return namedStrangers(onePerLabels(places), policies.right);
}

function placeOf(policies: Policies, witness: SourceWitness, spot: Spot): Place {
  const [now, right] = [policies.now, policies.right].map((each) => labelIn(each, witness, spot));
  if (now === undefined || right === undefined) throw new Error('two policies have two labels');
  const isTrusted = isAsTrusted(policies.right, right);
  const strangers = isTrusted ? undefined : `its label is ${right.text}`;
  return { name: spot.name, witness, spot, now, right, strangers };
}

/** Where a policy trusts all that a tool gives, its name may still say who writes it. */
function namedStrangers(places: readonly Place[], policy: Policy): readonly Place[] {
  const known = new Set(
    places.flatMap(({ strangers, witness }) =>
      strangers === undefined || witness.failed ? [] : [witness.tool],
    ),
  );
  return places.map((place) => {
    const { tool } = place.witness;
    const word = sourceWordIn(tool, { isRead: policy.effect(tool) === 'read' });
    if (word === undefined || place.strangers !== undefined || known.has(tool)) return place;
    return { ...place, strangers: `the tool's name says \`${word}\`` };
  });
}

/** True if a text is as trusted as the user's; in a policy without `integrity`, as free to flow. */
function isAsTrusted({ space, ...policy }: Policy, label: Label): boolean {
  const own = policy.labelTurn('user', 'a task').label;
  if (!('integrity' in space.dimensions)) return space.flowsTo(label, own);
  const { integrity } = label.values;
  return space.flowsTo(space.of({ ...space.bottom.values, integrity }), own);
}

/** Places that no policy tells apart count once. */
function onePerLabels(places: readonly Place[]): readonly Place[] {
  const found = new Map<string, Place>();
  for (const place of places) {
    const key = JSON.stringify([place.name, place.now.text, place.right.text]);
    if (!found.has(key)) found.set(key, place);
  }
  return [...found.values()];
}
