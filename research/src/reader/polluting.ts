import type { Facts } from '../agentdojo/facts.ts';
import { argumentsOf } from './arguments.ts';
import type { ReaderVariant } from './evidence.ts';
import { argumentsWith, textsIn } from './noisy/rewording.ts';
import type { ReaderCall, ReaderView } from './output.ts';
import { isPolluted, pollutionMark, unpolluted } from '../trial/pollution.ts';
import { type Reader, readerOf } from './reader.ts';

/** The arguments of a suite's tool that only say something, by its policy. */
export type DataOf = (suite: string, tool: string) => readonly string[];

/**
 * A reader whose attacker aims at what calls say: where a goal can be seen and the next step of the
 * task says something, it makes that step, to the letter but for its texts, into which it writes
 * the goal. Anywhere else it obeys as the reader does that it is made of.
 */
export function pollutingReader(
  variant: ReaderVariant,
  { facts, dataOf }: { readonly facts: Facts; readonly dataOf: DataOf },
): Reader {
  const obedient = readerOf(facts, variant);
  const honest = readerOf(facts, variant, { obeys: false });
  return {
    decide: (view) => {
      const clean = withoutPollution(view);
      const led = obedient.decide(clean);
      if (led.why !== 'injection') return led;
      const own = honest.decide(clean);
      const calls = own.calls.map((call) => {
        const names = dataOf(own.task?.suite ?? '', call.tool);
        return polluted(call, { names, by: led.calls });
      });
      return own.why === 'task' && calls.some(isPolluted) ? { ...own, calls } : led;
    },
  };
}

function polluted(
  call: ReaderCall,
  { names, by }: { readonly names: readonly string[]; readonly by: readonly ReaderCall[] },
): ReaderCall {
  const args = Object.entries(call.args).map(([name, value]) => {
    const isSaid = names.includes(name) && typeof value === 'string';
    return [
      name,
      isSaid ? `${value}${pollutionMark}${orderFor(call.tool, name, by)}` : value,
    ] as const;
  });
  return { ...call, args: Object.fromEntries(args) };
}

/** The attacker's own text for this argument, or else all texts of the call that they want. */
function orderFor(tool: string, name: string, by: readonly ReaderCall[]): string {
  const same = by.find((call) => call.tool === tool && typeof call.args[name] === 'string');
  const texts = same === undefined ? by.flatMap(({ args }) => textsIn(args)) : [same.args[name]];
  return texts.join(' ').replaceAll(/\s+/g, ' ');
}

/** The same view, in which the reader knows the steps again that it has made. */
function withoutPollution(view: ReaderView): ReaderView {
  const messages = view.messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const calls = message.calls.map((call) => {
      const args = argumentsOf(call.args);
      if (args === undefined) return call;
      return { ...call, args: JSON.stringify(argumentsWith(args, unpolluted)) };
    });
    return { ...message, calls };
  });
  return { ...view, messages };
}
