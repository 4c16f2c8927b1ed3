import { outlineOf, type Label, type PlainTool, type Policy } from '@sluice/core';
import { otherKey, requiredOf, sourcesIn, type SourceWitness } from '@sluice/core/policy-diff';
import { strangersSign, type Sourced } from '../init/draft/origin.ts';
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
  /** The policy calls it trusted all the same. */
  readonly isCalledTrusted: boolean;
  /** The policy trusts all of this result that no rule singles out. */
  readonly taken?: Taken | undefined;
}

/** A result that a policy trusts: signs that others write it, and the reason why not. */
export interface Taken {
  /** The sign that others write it; `undefined`: there is none. */
  readonly sign: string | undefined;
  /** The policy's reason. */
  readonly because: string | undefined;
}

/**
 * The places of results that are made up so that each rule of the policies finds something. A call
 * has the arguments that its tool's schema requires.
 */
export function madeUpPlaces(
  policies: Policies,
  tools: readonly Sourced[] = [],
  declared: readonly PlainTool[] = [],
): { readonly places: readonly Place[]; readonly gaps: readonly string[] } {
  const { all, gaps } = sourcesIn({ before: policies.right, after: policies.now });
  const schemas = new Map(declared.map(({ name, parameters }) => [name, parameters]));
  const witnesses = all.flatMap(({ witness }) => {
    const args = { ...requiredOf(schemas.get(witness?.tool ?? '') ?? {}), ...witness?.args };
    return witness === undefined ? [] : [{ ...witness, args }];
  });
  const each = new Map(witnesses.map((witness) => [JSON.stringify(witness), witness]));
  const places = [...each.values()].flatMap((witness) =>
    madeUpSpots(witness, policies.now.labelResult(witness)).map((spot) =>
      placeOf(policies, witness, spot),
    ),
  );
  const taken = takenOf(policies.right, tools, places);
  return { places: withTaken(onePerLabels(places), taken), gaps };
}

/** The places of results that tools gave in runs that nobody attacked. */
export function givenPlaces(
  policies: Policies,
  results: readonly SourceWitness[],
  tools: readonly Sourced[],
): readonly Place[] {
  const places = results.flatMap((witness) =>
    givenSpots(witness, policies.now.labelResult(witness)).map((spot) =>
      placeOf(policies, witness, spot),
    ),
  );
  const taken = takenOf(policies.right, tools, madeUpPlaces(policies).places);
  return withTaken(onePerLabels(places), taken);
}

function placeOf(policies: Policies, witness: SourceWitness, spot: Spot): Place {
  const [now, right] = [policies.now, policies.right].map((each) => labelIn(each, witness, spot));
  if (now === undefined || right === undefined) throw new Error('two policies have two labels');
  const isTrusted = isAsTrusted(policies.right, right);
  const strangers = isTrusted ? undefined : `its label is ${right.text}`;
  return { name: spot.name, witness, spot, now, right, strangers, isCalledTrusted: false };
}

/** The tools whose result the policy trusts, as far as no rule singles out a part of it. */
function takenOf(
  policy: Policy,
  tools: readonly Sourced[],
  madeUp: readonly Place[],
): ReadonlyMap<string, Taken> {
  const reasons = new Map(
    outlineOf(policy).map(({ tool, resultBecause }) => [tool, resultBecause]),
  );
  const trusted = madeUp.flatMap((place) =>
    isAsTrusted(policy, place.right) && isUnruled(place) ? [place.witness.tool] : [],
  );
  return new Map(
    [...new Set(trusted)].map((name) => {
      const tool = tools.find((each) => each.name === name) ?? bare(name);
      const sign = strangersSign(tool, { isRead: policy.effect(name) === 'read' });
      return [name, { sign, because: reasons.get(name) }];
    }),
  );
}

/** Where the policy gives no reason, the sign that others write it counts. */
function withTaken(places: readonly Place[], known: ReadonlyMap<string, Taken>): readonly Place[] {
  return places.map((place) => {
    const taken = place.strangers === undefined ? known.get(place.witness.tool) : undefined;
    if (taken?.sign === undefined || taken.because !== undefined) return { ...place, taken };
    return { ...place, taken, strangers: taken.sign, isCalledTrusted: true };
  });
}

/** All of a text, or what stands under a key that no rule names, in the result or an item of it. */
function isUnruled({ name, witness, spot }: Place): boolean {
  if (witness.failed) return false;
  return (
    spot.as === 'raw' || name.includes(` $['${otherKey}']`) || name.includes(` $[*]['${otherKey}']`)
  );
}

/** A tool of which only the name is known. */
function bare(name: string): Sourced {
  return { name, parameters: { type: 'object' }, hints: {} };
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
