import { judgeCall, mintCall } from '../src/engine/call/call.ts';
import { recordDecision } from '../src/engine/call/record-call.ts';
import { labelTools, turnMessage } from '../src/engine/labelling.ts';
import type { Run } from '../src/engine/run.ts';
import { wideLabel } from '../src/engine/step/screen.ts';
import { History } from '../src/history/history.ts';
import type { Message } from '../src/history/message.ts';
import { regionsOf } from '../src/history/regions.ts';
import type { Label } from '../src/label/label.ts';
import { labelOf } from '../src/propagate/label-of.ts';
import { redact } from '../src/redact/redact.ts';
import { newRun, policy, tools } from './agent.ts';
import { median, timed } from './measure.ts';
import { Texts } from './texts.ts';

/** The sizes that the figures are stated for. */
const messagesSmall = 200;

const regionsSmall = 1_000;

const growth = 10;

const stepsMeasured = 40;

export interface StepFigures {
  readonly p50us: number;
  readonly p50usAt10x: number;
  readonly growth10x: number;
  readonly yardstickUs: number;
  readonly yardstickAt10xUs: number;
  readonly regions: number;
}

/** A run that has taken steps until it holds so many messages, with its caches as they are then. */
class BenchRun {
  history: History;
  readonly #run: Run = newRun();
  readonly #texts = new Texts();
  #narrow: Label = policy.space.bottom;

  constructor(messages: number) {
    const task = turnMessage(this.#run.options.policy, 'user', [
      { kind: 'text', text: this.#texts.sentence() },
    ]);
    this.history = History.of(labelTools(policy, tools), [task]);
    while (this.history.length < messages) this.step();
  }

  /** Takes one more step; the time is that of what the monitor does, without the model. */
  step(): number {
    const result = JSON.stringify([this.#texts.mail()]);
    const text = this.#texts.sentence();
    const read = mintCall(this.#run, { tool: 'read_mail', args: '{}' }, this.#narrow);
    const args = JSON.stringify({ to: this.#texts.word() });
    const { us } = timed(() => {
      this.#label(this.#run.generationMessage({ text }, [read], this.#narrow), () =>
        this.#run.resultMessage(read, result, { label: this.#narrow }),
      );
      this.#show(args);
    });
    return us;
  }

  /** The new exchange, labelled and appended message by message, as the monitor does. */
  #label(generation: Message, result: () => Message): void {
    this.history = this.history.append(generation);
    this.history = this.history.append(result());
  }

  /** A draft from the full view, a step from the narrow one, and the decision on its call. */
  #show(args: string): void {
    const { space } = this.#run;
    const wide = wideLabel(this.#run, this.history);
    redact(space, this.history, wide, { structure: 'keep' });
    const newest = this.history.length - 1;
    this.#narrow = labelOf(space, this.history, {
      kind: 'regions',
      regions: ['t1', 'm0', 'm0.0', `m${newest - 2}.0.0.0`, `m${newest}.0.0.2`],
      evidence: [],
      unsourced: [],
    });
    redact(space, this.history, this.#narrow, { structure: 'keep' });
    const call = mintCall(this.#run, { tool: 'send_mail', args }, this.#narrow);
    const one = { call, label: this.#narrow, explanation: { evidence: [], unsourced: [] } };
    const { decision } = judgeCall(this.#run, one, { truncated: false, index: 0 });
    recordDecision(this.#run, one, decision);
  }
}

/**
 * One new step of a run with 200 messages and 1,000 regions, and of one with ten times as many:
 * label the new generation and result, join, redact the wide and the narrow view, decide the call.
 * Worlds of both sizes take turns.
 */
export function benchStep({ worlds }: { readonly worlds: number }): StepFigures {
  const [few, many, ratios]: [number[], number[], number[]] = [[], [], []];
  const yardsticks: [number[], number[]] = [[], []];
  let regions = Number.NaN;
  for (let world = 0; world < worlds; world += 1) {
    const [small, big] = [new BenchRun(messagesSmall), new BenchRun(messagesSmall * growth)];
    regions = regionsOf(small.history).length;
    const times = Array.from({ length: stepsMeasured }, () => [small.step(), big.step()] as const);
    few.push(...times.map(([us]) => us));
    many.push(...times.map(([, us]) => us));
    ratios.push(median(times.map(([, us]) => us)) / median(times.map(([us]) => us)));
    yardsticks[0].push(yardstick(small.history));
    yardsticks[1].push(yardstick(big.history));
  }
  if (regions < regionsSmall) throw new Error(`the history has only ${regions} regions`);
  return {
    p50us: median(few),
    p50usAt10x: median(many),
    growth10x: median(ratios),
    yardstickUs: median(yardsticks[0]),
    yardstickAt10xUs: median(yardsticks[1]),
    regions,
  };
}

/** Reads the same history once more from JSON and copies it, as a stateless proxy would. */
function yardstick(history: History): number {
  const view = redact(policy.space, history, policy.space.top, { structure: 'keep' });
  const text = JSON.stringify(view.messages);
  const times = Array.from(
    { length: 9 },
    () => timed(() => structuredClone(JSON.parse(text) as unknown)).us,
  );
  return median(times);
}
