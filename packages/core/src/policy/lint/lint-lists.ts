import type { CeilingRule, CompiledCall } from '../compile/compile-call.ts';
import type { Compiler } from '../compile/compiler.ts';
import { operatorsOf } from '../compile/condition.ts';
import { warning, type Location, type Warning } from '../problem.ts';
import { strictest } from '../ruling/rule-call.ts';
import type { WhenSource } from '../source.ts';

/**
 * Rules that hold back what they list: one thing can be written in many ways (`boss@x`,
 * `Boss <boss@x>`), and the way that is not listed goes the permissive way.
 */
export function lintHeldBack(
  compiler: Compiler,
  { base }: CompiledCall,
  { rule, when, at }: { rule: CeilingRule; when: WhenSource | undefined; at: Location },
): readonly Warning[] {
  const listed = narrows(compiler, base, rule) ? listsTexts(when, 'some') : undefined;
  const others = narrows(compiler, rule, base) ? listsTexts(when, 'others') : undefined;
  const path = listed ?? others;
  if (path === undefined) return [];
  return [
    warning({
      code: 'list-holds-back',
      at: [...at, 'when', path],
      message:
        'this holds back the texts that it lists, and the same in other words is let through',
      hint: 'give the strict ceiling beside `rules`, and list in a rule what may have the wider one',
    }),
  ];
}

/** The same for a rule on results, whose label is above the one that stands there without it. */
export function lintRaised(
  when: WhenSource | undefined,
  { at, raises }: RaisedPlace,
): readonly Warning[] {
  const path = raises ? listsTexts(when, 'some') : undefined;
  if (path === undefined) return [];
  return [
    warning({
      code: 'list-holds-back',
      at: [...at, path],
      message: 'this raises the texts that it lists, and the same in other words stays below',
      hint: 'give the high label without a condition, and list in a rule what may have the lower one',
    }),
  ];
}

/** A rule on results that lowers whatever the call asks for, but what it lists. */
export function lintLowered(
  args: WhenSource | undefined,
  { at, raises }: RaisedPlace,
): readonly Warning[] {
  const path = raises ? undefined : listsTexts(args, 'others');
  if (path === undefined) return [];
  const message = 'this lowers all but what it lists, and the same in other words is lowered too';
  const hint = 'list what may have the lower label, with `in`, `under` or `host`';
  return [warning({ code: 'list-holds-back', at: [...at, path], message, hint })];
}

interface RaisedPlace {
  readonly at: Location;
  readonly raises: boolean;
}

/** The path whose condition holds of some texts that are listed, or of all others. */
function listsTexts(when: WhenSource = {}, wanted: 'some' | 'others'): string | undefined {
  const found = Object.entries(when).find(([, source]) => {
    const { in: members = [], notIn = [], matches } = operatorsOf(source);
    const list = wanted === 'some' ? members : notIn;
    const asksForText = list.some((member) => typeof member === 'string');
    return asksForText || (wanted === 'some' && matches !== undefined);
  });
  return found?.[0];
}

function narrows({ space, readers }: Compiler, wide: CeilingRule, narrow: CeilingRule): boolean {
  const both = [wide.onViolation, narrow.onViolation];
  if (strictest(both) !== wide.onViolation) return true;
  const lower = space.violated(wide.ceiling, narrow.ceiling);
  if (lower.some((name) => name !== readers)) return true;
  if (readers === undefined || wide.readersFrom.length > 0) return false;
  // Readers that are computed are fewer than any that a ceiling allows without them.
  const isComputed = narrow.readersFrom.length > 0;
  return (isComputed ? space.violated(wide.ceiling, space.bottom) : lower).includes(readers);
}
