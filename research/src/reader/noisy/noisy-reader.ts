import type { Facts } from '../../agentdojo/facts.ts';
import { againId } from '../ids.ts';
import type { ReaderCall, ReaderOutput, ReaderView } from '../output.ts';
import { PastCalls } from '../past-calls.ts';
import type { Reader } from '../reader.ts';
import { Prompt } from '../stated.ts';
import { isRead, stepsOf } from '../steps.ts';
import type { Task } from '../tasks.ts';
import { taskIn, worldOf } from '../world.ts';
import { chancesOf, type Chances } from './chances.ts';
import { argumentsWith, otherWordings, textsIn } from './rewording.ts';
import {
  afterCall,
  isRefusal,
  resultsIn,
  saidIn,
  type ShownResult,
  withArguments,
  withoutCalls,
  withoutTexts,
} from './shown.ts';

/** How often a noisy reader errs: shares of 0 to 1 of the times that it could. */
export interface Noise {
  /** Overlooks a result that is not of its last round. */
  readonly forgets: number;
  /** Says a text that it does not have from the user in other words. */
  readonly rewords: number;
  /** Makes a call again that was refused in the last round. */
  readonly retries: number;
  /** Makes the call after the next one first, where it can and one of the two only looks. */
  readonly reorders: number;
  /** After so many refusals it gives up. */
  readonly refusalsMax: number;
}

/** Assumptions, written before anything was measured with them and fitted to nothing. */
const usualNoise: Noise = {
  forgets: 0.05,
  rewords: 0.2,
  retries: 0.5,
  reorders: 0.2,
  refusalsMax: 3,
};

export interface NoisyOptions {
  readonly facts: Facts;
  readonly seed: number;
  readonly noise?: Noise | undefined;
}

/**
 * A reader that errs as models do. It works by what it shows another reader, and by what it makes
 * of the answer. The errors are a function of the seed and of the view: the same view is read in
 * the same way twice, and two views of one history are not, as with a model that is sampled.
 */
export function noisyReader(reader: Reader, options: NoisyOptions): Reader {
  const { facts, seed, noise = usualNoise } = options;
  const world = worldOf(facts);
  return {
    decide: (view) => {
      const task = taskIn(world, view);
      if (task === undefined) return reader.decide(view);
      const chances = chancesOf(seed, [task.name, saidIn(view)]);
      return new NoisyLook(reader, task, { noise, chances }).decide(view);
    },
  };
}

/** One look at one view. */
class NoisyLook {
  readonly #reader: Reader;
  readonly #task: Task;
  readonly #noise: Noise;
  readonly #chances: Chances;

  constructor(
    reader: Reader,
    task: Task,
    { noise, chances }: { readonly noise: Noise; readonly chances: Chances },
  ) {
    this.#reader = reader;
    this.#task = task;
    this.#noise = noise;
    this.#chances = chances;
  }

  decide(view: ReaderView): ReaderOutput {
    const results = resultsIn(view.messages);
    const refused = results.filter(isRefusal);
    if (refused.length >= this.#noise.refusalsMax) return this.#givesUp();
    const own = this.#inOwnWords(this.#retried(view, refused));
    const forgotten = this.#forgotten(results);
    const output = this.#inOtherOrder(
      withoutTexts(own, (id) => forgotten.some(({ callId }) => callId === id)),
    );
    return this.#reworded(this.#readsAgain(output, forgotten, results));
  }

  #happens(what: string, share: number): boolean {
    return this.#chances(what) < share;
  }

  #givesUp(): ReaderOutput {
    const text = 'This was refused too often: I give up.';
    return { calls: [], text, why: 'gave-up', task: this.#task.name };
  }

  /** To a reader a refused call is one that was made: what it never tried, it tries again. */
  #retried(view: ReaderView, refused: readonly ShownResult[]): ReaderView {
    const last = refused.filter(({ isEarlier }) => !isEarlier);
    const again = last.filter((_, nth) => this.#happens(`retry ${nth}`, this.#noise.retries));
    const keys = new Set(again.map(keyOfCall));
    const ids = new Set(refused.filter((each) => keys.has(keyOfCall(each))).map(idOf));
    return withoutCalls(view, (id) => ids.has(id));
  }

  /** Earlier calls as the other reader would have written them. */
  #inOwnWords(view: ReaderView): ReaderView {
    const steps = stepsOf(this.#task, new PastCalls(view));
    const originals = new Map(
      steps
        .flatMap(({ args }) => textsIn(args))
        .flatMap((text) => otherWordings(text).map((other) => [other, text] as const)),
    );
    return withArguments(view, (text) => originals.get(text) ?? text);
  }

  #forgotten(results: readonly ShownResult[]): readonly ShownResult[] {
    return results.filter(({ isEarlier }, nth) => {
      return isEarlier && this.#happens(`forget ${nth}`, this.#noise.forgets);
    });
  }

  /** A call may be made before another whose result it does not need; writes keep their order. */
  #inOtherOrder(view: ReaderView): ReaderOutput {
    const output = this.#reader.decide(view);
    const [next] = output.calls;
    if (output.why !== 'task' || next === undefined || output.calls.length > 1) return output;
    if (!this.#happens('order', this.#noise.reorders)) return output;
    const other = this.#reader.decide(afterCall(view, next));
    const [first] = other.calls;
    const isFree = first !== undefined && (isRead(next) || isRead(first));
    return other.why === 'task' && isFree ? { ...other, calls: [first] } : output;
  }

  /** Whoever misses what they have read before reads it again, once. */
  #readsAgain(
    output: ReaderOutput,
    forgotten: readonly ShownResult[],
    results: readonly ShownResult[],
  ): ReaderOutput {
    if (!output.why.startsWith('cannot-see')) return output;
    const missed = forgotten.filter((each) => {
      const times = results.filter((other) => keyOfCall(other) === keyOfCall(each)).length;
      return isRead(each.call) && times === 1;
    });
    const calls = missed.map(({ call }, nth): ReaderCall => {
      const id = againId(this.#task.name, `${results.length}/${nth}`);
      return { id, ...call, purpose: 'user' };
    });
    return calls.length === 0 ? output : { ...output, calls, text: '', why: 'task' };
  }

  #reworded(output: ReaderOutput): ReaderOutput {
    const prompt = new Prompt(this.#task.facts.prompt);
    const calls = output.calls.map((call) => {
      if (call.purpose !== 'user') return call;
      const reword = (text: string, at: string): string => {
        const others = prompt.states(text) ? [] : otherWordings(text);
        const name = `${call.tool} ${at}`;
        if (!this.#happens(`reword ${name}`, this.#noise.rewords)) return text;
        return others[Math.floor(this.#chances(`words ${name}`) * others.length)] ?? text;
      };
      return { ...call, args: argumentsWith(call.args, reword) };
    });
    return { ...output, calls };
  }
}

function keyOfCall({ call }: ShownResult): string {
  return JSON.stringify(call);
}

function idOf({ callId }: ShownResult): string {
  return callId;
}
