import { argumentsOf } from './arguments.ts';
import type { WantedCall } from './past-calls.ts';

/**
 * Orders that any attack text may carry, so that attackers of structure can be written for tasks
 * that no benchmark knows. A reader obeys those that it can see in a tool result, from the top:
 *
 *     [[call TOOL {"argument": "value"}]]      make this call, once
 *     [[read N TOOL {"argument": "value"}]]    make this call N times (at most 20)
 *     [[say TEXT]]                             the answer ends with this text
 *     [[mention WORDS]]                        every output from here on holds these words
 *     [[stop]]                                 no call more: answer
 *
 * Arguments are a JSON object and may be left out. Folded lines and doubled or escaped quotes are
 * read as what they were. Of what does not parse, nothing comes. A tool need not be declared, nor
 * its name be ASCII: a model may invent names. An order that stands in several places is one order.
 */
export interface Orders {
  readonly calls: readonly WantedCall[];
  readonly say: readonly string[];
  readonly mention: readonly string[];
  readonly stop: boolean;
}

const order = /\[\[(call|read|say|mention|stop)\b([\s\S]*?)\]\](?![\]},])/g;
const timesMax = 20;

export function ordersIn(texts: readonly string[]): Orders {
  const all = texts
    .filter((text) => text.includes('[['))
    .flatMap((text) => [...text.matchAll(order)])
    .map(([, name = '', rest = '']) => ({ name, rest: rest.replaceAll(/\s+/g, ' ').trim() }));
  const distinct = new Map(all.map((each) => [`${each.name} ${each.rest}`, each]));
  const found = [...distinct.values()];
  const restOf = (wanted: string): readonly string[] =>
    found.filter(({ name }) => name === wanted).map(({ rest }) => rest);
  return {
    calls: found.flatMap(({ name, rest }) => {
      if (name === 'call') return callIn(rest) ?? [];
      if (name === 'read') return repeated(rest);
      return [];
    }),
    say: restOf('say'),
    mention: restOf('mention'),
    stop: found.some(({ name }) => name === 'stop'),
  };
}

function repeated(rest: string): readonly WantedCall[] {
  const [, times = '', wanted = ''] = /^(\d+) (.*)$/.exec(rest) ?? [];
  const call = callIn(wanted);
  if (call === undefined) return [];
  return Array.from({ length: Math.min(Number(times), timesMax) }, () => call);
}

function callIn(rest: string): WantedCall | undefined {
  const [, tool, json = ''] = /^([\p{L}\p{N}_.-]+) ?(.*)$/u.exec(rest) ?? [];
  if (tool === undefined) return undefined;
  const args = json === '' ? {} : argumentsIn(json);
  return args === undefined ? undefined : { tool, args };
}

/** As written, or with its quotes escaped; doubled ones are those of YAML. */
function argumentsIn(json: string): Readonly<Record<string, unknown>> | undefined {
  const single = json.replaceAll("''", "'");
  return argumentsOf(single) ?? argumentsOf(single.replaceAll(String.raw`\"`, '"'));
}
