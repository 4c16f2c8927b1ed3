import { isRecord } from '../../history/document.ts';
import { compiledPartsOf } from '../load.ts';
import type { Policy, Ruling } from '../policy.ts';
import { firstOfEach, stranger } from './cells.ts';
import type { Sides } from './sides.ts';
import { sinkOf, type Sink } from './sink.ts';
import { shownTool } from './sources.ts';

/**
 * The arguments of a tool that only say something, each as a sink of its own: with labels per
 * argument, text may stand in one where it may not lead to the call.
 */
export function argumentSinks(
  sides: Sides,
  { tool, calls }: { readonly tool: string; readonly calls: readonly string[] },
): readonly Sink[] {
  const found = namesIn(sides, tool).flatMap((name) =>
    calls.flatMap((args) => [
      argumentSink(sides, { tool, args: withText(args, name), name }),
      argumentSink(sides, { tool, args: withText(args, name, link), name, isLink: true }),
    ]),
  );
  return firstOfEach(found, ({ name, key }) => `${name}\n${key}`);
}

const link = `https://${stranger}.example/`;

/** The arguments that one of the two policies calls data. */
function namesIn({ before, after }: Sides, tool: string): readonly string[] {
  const names = [before, after].flatMap((policy) => {
    const call = compiledPartsOf(policy).tools.get(tool)?.call;
    return call === undefined || call === 'never' ? [] : call.data.map(({ name }) => name);
  });
  return [...new Set(names)];
}

/** The same call with a text in an argument: its own, unless another one is given. */
function withText(args: string, name: string, text?: string): string {
  const value: unknown = JSON.parse(args);
  const given = isRecord(value) ? value : {};
  const own = typeof given[name] === 'string' ? given[name] : stranger;
  return JSON.stringify({ ...given, [name]: text ?? own });
}

interface InArgument {
  readonly tool: string;
  readonly args: string;
  readonly name: string;
  readonly isLink?: true;
}

function argumentSink(sides: Sides, { tool, args, name, isLink }: InArgument): Sink {
  const place = `\`${name}\` of ${shownTool(tool)}`;
  return sinkOf(sides, {
    name: isLink === true ? `a link in ${place}` : place,
    ruling: (policy) => rulingOn(policy, policy.ruleCall(tool, args), name),
    argument: name,
    call: { tool, args },
  });
}

/** The ruling on a text in one argument of a call that the user asks for. */
function rulingOn(policy: Policy, ruling: Ruling, name: string): Ruling {
  if (ruling.kind !== 'ceiling') return ruling;
  const { [name]: own = ruling.ceiling, ...others } = ruling.perArgument;
  const user = policy.labelTurn('user', stranger).label;
  const isAllowed = [ruling.ceiling, ...Object.values(others)].every((ceiling) =>
    policy.space.flowsTo(user, ceiling),
  );
  const { rule, onViolation } = ruling;
  if (!isAllowed) return { kind: 'never', rule, onViolation };
  return { ...ruling, ceiling: own, perArgument: {} };
}
