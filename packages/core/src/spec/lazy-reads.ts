/**
 * Shortcut 3 of the specification. A read was taken at the full label; now that a call needs its
 * result, the read is generated again from a narrow view, and stands there only if the identical
 * calls come out. The match is one bit about what lies above.
 */
import { helps, raiseParts, redact, regions, screen } from './spec.ts';
import { attempt, plain, replyTo, whole } from './world.ts';
import type { Exchange, History, Output, Reply, Screened, SpecWorld } from './world.ts';

/** The history with those lazy reads lowered that the draft needs and that came out again. */
export function lowerReads<L>(
  world: SpecWorld<L>,
  draft: Output<L>,
  isWorth: (label: L) => boolean = (label) => helps(world, draft, label),
): History<L> {
  const { plans, hoped } = plan(world, draft.history);
  const found = screen(world, hoped, draft.reply);
  if (!isWorth(found.label)) return draft.history;
  const needed = closure(world, hoped, { plans, found });
  return [...plans].reduce((history, [at, { label }]) => {
    const entry = history[at];
    if (!needed.has(at) || entry === undefined || 'role' in entry) return history;
    const again = attempt(() => replyTo(world, redact(world, history.slice(0, at), label)));
    const tried = { ...entry, lazy: false };
    if (again === undefined || !isIdentical(world, replyOf(entry), again))
      return history.with(at, tried);
    // Text written from the full view stays above: only what came out now stands at `label`.
    return history.with(at, relabel(world, { ...tried, text: whole(label, again.text) }, label));
  }, draft.history);
}

type Plans<L> = ReadonlyMap<number, Screened<L>>;

/** Which reads could stand how low, and the history if all of them did. No model is asked. */
function plan<L>(world: SpecWorld<L>, history: History<L>): { plans: Plans<L>; hoped: History<L> } {
  const { flowsTo } = world.lattice;
  const plans = new Map<number, Screened<L>>();
  let hoped = history;
  for (const [at, entry] of history.entries()) {
    if ('role' in entry || !entry.lazy) continue;
    const own = screen(world, hoped.slice(0, at), replyOf(entry));
    const isLower = flowsTo(own.label, entry.label) && !flowsTo(entry.label, own.label);
    if (!isLower) continue;
    plans.set(at, own);
    hoped = hoped.with(at, relabel(world, entry, own.label));
  }
  return { plans, hoped };
}

/** The reads in which something relevant stands, and those that they needed in turn. */
function closure<L>(
  world: SpecWorld<L>,
  hoped: History<L>,
  { plans, found }: { plans: Plans<L>; found: Screened<L> },
): ReadonlySet<number> {
  const places = regions(world, hoped).map(({ entry }) => entry);
  const touches = ({ relevance }: Screened<L>, at: number): boolean => {
    if (relevance === 'everything' || 'label' in relevance) return true;
    return relevance.regions.some((region) => places[region] === at);
  };
  const needed = new Set<number>();
  for (let fresh = [found]; fresh.length > 0;) {
    const more = [...plans].filter(([at]) => !needed.has(at) && fresh.some((f) => touches(f, at)));
    for (const [at] of more) needed.add(at);
    fresh = more.map(([, own]) => own);
  }
  return needed;
}

function relabel<L>(world: SpecWorld<L>, exchange: Exchange<L>, label: L): Exchange<L> {
  const calls = exchange.calls.map((call) => {
    const args = { ...call.args, label };
    return { ...call, args, result: raiseParts(world.lattice, label, call.own) };
  });
  return { ...exchange, label, text: { ...exchange.text, label }, calls };
}

function replyOf<L>({ text, calls }: Exchange<L>): Reply {
  const written = calls.map(({ tool, args }) => ({ tool, args: plain(args) }));
  return { text: plain(text), calls: written, truncated: false };
}

/** True if the very calls of one reply are made by another, spaces and the order of keys aside. */
export function isIdentical<L>(world: SpecWorld<L>, read: Reply, again: Reply): boolean {
  const print = ({ calls }: Reply): string =>
    JSON.stringify(calls.map(({ tool, args }) => [tool, world.canonical(args)]));
  const areRead = again.calls.every(({ args }) => world.canonical(args) !== undefined);
  return areRead && !again.truncated && print(read) === print(again);
}
