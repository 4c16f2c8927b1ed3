import { SluiceError } from '../errors.ts';
import type { LabelSpace } from '../label/label.ts';
import type { Policy } from '../policy/policy.ts';
import { type Accept, cheapestFirst, draftAllowed } from './cheapest-first.ts';
import { judge, type JudgeOptions } from './judge.ts';
import { lineage, rulesNamed } from './lineage.ts';
import { naive } from './naive.ts';
import type { Propagator } from './propagator.ts';
import { redactAll } from './redact-all.ts';
import { target } from './target.ts';
import { union } from './union.ts';

/** Dependencies of some propagators. */
export interface PropagatorParts {
  readonly space: LabelSpace;
  /** For `judge`. */
  readonly judge?: JudgeOptions | undefined;
  /** For `cheapest-first:`, e.g. `draftAllowed(policy)`. */
  readonly accept?: Accept | undefined;
  /** For each propagator of `cheapest-first:`, milliseconds. */
  readonly timeoutMsEach: number;
  /**
   * Propagators of the caller's own by name, before ours. What stands in parentheses after a name
   * is theirs to read: `minimal-labels(lambda=0.2)`.
   */
  readonly more?: ReadonlyMap<string, (options: string) => Propagator> | undefined;
}

/** The demo calls labels per argument so, and compares them with propagators. */
export const stagedName = 'staged';
export const stagedHint =
  'labels per argument stand beside a propagator: write `staged: true` into the profile of gateway.yaml, or in code `shortcuts: { ...defaultShortcuts, staged: true }`; `sluice demo` without `--propagator` plays them';

const shipped = [
  'naive',
  'redact-all',
  'lineage',
  'lineage(RULE,RULE)',
  'judge',
  'target:LABEL',
  'A+B',
  'cheapest-first:A,B',
];

/**
 * The propagator that a text names: `lineage`, `lineage(fields,sums)`, `target:untrusted & public`,
 * `lineage+judge` (their union), `cheapest-first:lineage,judge`. Throws `propagator-invalid`, and
 * `label-invalid` for the label of `target:`.
 */
export function propagatorByName(name: string, parts: PropagatorParts): Propagator {
  const [, prefix, rest = ''] = /^(target|cheapest-first):(.*)$/s.exec(name.trim()) ?? [];
  if (prefix === 'target') return target(parts.space.parse(rest));
  if (prefix === 'cheapest-first') {
    const accept = parts.accept ?? missing(name, 'a policy to say what is allowed');
    const [first = '', ...others] = splitNames(rest, ',');
    const all = others.map((each) => unionByName(each, parts));
    const { timeoutMsEach } = parts;
    return cheapestFirst([unionByName(first, parts), ...all], { accept, timeoutMsEach });
  }
  return unionByName(name, parts);
}

function unionByName(name: string, parts: PropagatorParts): Propagator {
  const [first = '', ...others] = splitNames(name, '+');
  const one = simpleByName(first, parts);
  return others.length === 0 ? one : union(one, ...others.map((each) => simpleByName(each, parts)));
}

function simpleByName(text: string, parts: PropagatorParts): Propagator {
  const [, own = text, options = ''] = /^([^()]+)\(([^()]*)\)$/.exec(text) ?? [];
  const make = parts.more?.get(own.trim());
  if (make !== undefined) return make(options.trim());
  return lineageNamed(text) ?? shippedByName(text, parts);
}

function shippedByName(name: string, parts: PropagatorParts): Propagator {
  switch (name) {
    case 'naive':
      return naive();
    case 'redact-all':
      return redactAll();
    case 'judge':
      return judge(parts.judge ?? missing(name, 'a model and its clearance'));
    case stagedName:
      throw new SluiceError('propagator-invalid', `\`${stagedName}\` is no propagator`, {
        hint: stagedHint,
      });
    default:
      throw new SluiceError('propagator-invalid', `there is no propagator \`${name}\``, {
        hint: `name one of ${[...shipped, ...(parts.more?.keys() ?? [])].join(', ')}`,
      });
  }
}

/**
 * The lineage that a text names, with the rules in parentheses, in any order: `lineage`,
 * `lineage(sums, fields)`, whose name is `lineage(fields,sums)`. `undefined` where a text names
 * another propagator. Throws `propagator-invalid` for a rule that there is not.
 */
export function lineageNamed(text: string): Propagator | undefined {
  const [whole, rules = ''] = /^\s*lineage\s*(?:\(([^()]*)\))?\s*$/.exec(text) ?? [];
  return whole === undefined ? undefined : lineage({ rules: rulesNamed(rules) });
}

function missing(name: string, what: string): never {
  throw new SluiceError('propagator-invalid', `the propagator \`${name}\` needs ${what}`, {
    hint: `give it, or name one that needs nothing, e.g. \`lineage\``,
  });
}

/**
 * The names in a text, without the spaces around them. What stands in parentheses belongs to the
 * name before it, commas and all: `lineage(fields,sums),judge` are two names.
 */
export function splitNames(text: string, separator: ',' | '+'): readonly string[] {
  const names: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === separator && depth <= 0) {
      names.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...names, text.slice(start).trim()];
}

/** Each propagator that a text names, alone or among others, with its parentheses. */
export function namesWithin(text: string): readonly string[] {
  const list = text.replace(/^\s*cheapest-first:/, '');
  return splitNames(list, ',').flatMap((sum) => splitNames(sum, '+'));
}

/**
 * Propagators beside those of the core, by name. Each is made for a policy; the options are what
 * stood in parentheses after the name: `minimal-labels(lambda=0.2)`.
 */
export type PropagatorRegistry = Readonly<
  Record<string, (policy: Policy, options: string) => Propagator>
>;

export interface RegisteredParts extends Pick<PropagatorParts, 'judge' | 'timeoutMsEach'> {
  readonly policy: Policy;
  readonly registry?: PropagatorRegistry | undefined;
}

/** The propagator that a text names, of the core or of a registry. Throws as `propagatorByName`. */
export function registeredPropagator(
  text: string,
  { policy, registry = {}, ...parts }: RegisteredParts,
): Propagator {
  const more = new Map(
    Object.entries(registry).map(([name, make]) => [
      name,
      (options: string): Propagator => make(policy, options),
    ]),
  );
  return propagatorByName(text, {
    ...parts,
    space: policy.space,
    accept: draftAllowed(policy),
    more,
  });
}
