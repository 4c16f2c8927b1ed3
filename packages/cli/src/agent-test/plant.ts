import type { Content, Label, Policy, Region } from '@sluice/core';
import { otherKey, stranger, type SourceWitness } from '@sluice/core/policy-diff';
import { jsonIn } from '../json.ts';

/** A point in a result where somebody's text may be put. */
export interface Spot {
  /** Such as `read_mail $[*]['body']`: any item of a list is one spot. */
  readonly name: string;
  /** UTF-16 offset in the result: the text goes in here. */
  readonly at: number;
  /**
   * `raw`: as it is. `inside`: as JSON writes it inside a string. A number: the scalar from there
   * to `at` has no quotes, and gets some.
   */
  readonly as: 'raw' | 'inside' | number;
}

/** The spots of a made-up result: where it holds free text, or a name that nobody gave. */
export function madeUpSpots(witness: SourceWitness, content: Content): readonly Spot[] {
  const origin = originOf(witness);
  return pointsIn(content.root, (region, [start, end]) => {
    const own = witness.text.slice(start, end);
    const word = [stranger, otherKey].find((each) => own.includes(each));
    if (word === undefined) return [];
    return [spotAt(region, origin, start + own.indexOf(word) + word.length)];
  });
}

/** The spots of a result that a tool gave: the end of each text in it. */
export function givenSpots(witness: SourceWitness, content: Content): readonly Spot[] {
  const origin = originOf(witness);
  return pointsIn(content.root, (region, [start, end]) => {
    if (end < region.end || region.parts.length > 0 || end === start) return [];
    if (region.form === 'text') return [spotAt(region, origin, end)];
    const own = witness.text.slice(start, end);
    if (region.form !== 'scalar' || !/\p{L}/u.test(own) || isWord(own)) return [];
    if (own.startsWith('"')) return [spotAt(region, origin, end - 1)];
    return [{ ...spotAt(region, origin, end), as: start }];
  });
}

/** A result with a text in that spot. */
export function planted(result: string, { at, as }: Spot, text: string): string {
  const rest = result.slice(at);
  if (typeof as === 'number') {
    return result.slice(0, as) + JSON.stringify(`${result.slice(as, at)} ${text}`) + rest;
  }
  const written = as === 'inside' ? JSON.stringify(` ${text}`).slice(1, -1) : ` ${text}`;
  return result.slice(0, at) + written + rest;
}

/** A spot in a made-up result. */
export interface Found {
  readonly witness: SourceWitness;
  readonly spot: Spot;
}

/** Each part of a longer one would be left out once, and all of it labelled anew. */
const reducedCharsMax = 2000;

/**
 * The same spot in a result of which all is taken away that may go, for what a call says has the
 * label of all that was read. `isSame` says whether the spot is what it was.
 */
export function reduced(found: Found, isSame: (less: Found) => boolean): Found {
  const mark = ' sluice mark';
  const { witness, spot } = found;
  if (spot.as !== 'inside' || witness.text.length > reducedCharsMax) return found;
  let value = jsonIn(planted(witness.text, spot, mark.trim()));
  let best = found;
  // Whatever is left out shifts what follows, so it is begun anew.
  for (let at = 0, all = reductions(value); at < all.length; at += 1) {
    const text = JSON.stringify(all[at]);
    const end = text.indexOf(mark);
    const less = {
      witness: { ...witness, text: text.replace(mark, '') },
      spot: { ...spot, at: end },
    };
    if (end < 0 || !isSame(less)) continue;
    best = less;
    value = all[at];
    all = reductions(value);
    at = -1;
  }
  return best;
}

/** The value without one of its parts, for each of them; the outermost first. */
function reductions(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [
      ...items.map((_, at) => items.toSpliced(at, 1)),
      ...items.flatMap((item, at) => reductions(item).map((part) => items.with(at, part))),
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return [
    ...entries.map((_, at) => Object.fromEntries(entries.toSpliced(at, 1))),
    ...entries.flatMap(([key, part], at) =>
      reductions(part).map((left) => Object.fromEntries(entries.with(at, [key, left]))),
    ),
  ];
}

/** The label of a text in that spot, on a turn that the user asked for. */
export function labelIn(policy: Policy, witness: SourceWitness, spot: Spot): Label {
  const { space } = policy;
  const mark = 'sluice mark';
  const text = planted(witness.text, spot, mark);
  const content = policy.labelResult({ ...witness, text });
  const from = typeof spot.as === 'number' ? spot.as : spot.at;
  const around = labelsAround(content.root, text.indexOf(mark, from));
  return [...around, userLabel(policy)].reduce((one, other) => space.join(one, other));
}

/** The label of what the user says. */
function userLabel(policy: Policy): Label {
  return policy.labelTurn('user', 'a task').label;
}

function originOf({ tool, failed }: SourceWitness): string {
  return failed ? `${tool} (failed)` : tool;
}

function spotAt({ path, form }: Region, origin: string, at: number): Spot {
  const place = path.replaceAll(/\[\d+\]/g, '[*]').replace(/~$/, ' (its name)');
  const shown = form === 'container' ? `${place} (its keys)` : place;
  const name = shown === '$' ? origin : `${origin} ${shown}`;
  return { name, at, as: form === 'text' ? 'raw' : 'inside' };
}

/** A word of JSON or YAML that is no text. */
function isWord(scalar: string): boolean {
  return /^(?:true|false|null)$/i.test(scalar);
}

type Stretch = readonly [start: number, end: number];

/** Looks at each stretch of characters that is a region's own. */
function pointsIn(
  region: Region,
  look: (region: Region, own: Stretch) => readonly Spot[],
): readonly Spot[] {
  const found: Spot[] = [];
  let at = region.start;
  for (const part of region.parts) {
    if (part.start > at) found.push(...look(region, [at, part.start]));
    found.push(...pointsIn(part, look));
    at = part.end;
  }
  if (at < region.end) found.push(...look(region, [at, region.end]));
  return found;
}

/** The labels of all regions around an offset. */
function labelsAround(region: Region, at: number): readonly Label[] {
  const inner = region.parts.find(({ start, end }) => start <= at && at < end);
  return [region.label, ...(inner === undefined ? [] : labelsAround(inner, at))];
}
