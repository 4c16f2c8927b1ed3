import { laterIn, leftForLater, textOf } from '@sluice/core';
import type { Facts } from '../agentdojo/facts.ts';
import { type Orders, ordersIn } from './commands.ts';
import { type ReaderVariant, suffices } from './evidence.ts';
import { obeyed } from './follow-plan.ts';
import { ownId } from './ids.ts';
import { decidedNow, isDecided, type LaterArguments } from './later.ts';
import type { ReaderCall, ReaderOutput, ReaderView } from './output.ts';
import { PastCalls } from './past-calls.ts';
import { answerTo, saidFor } from './say.ts';
import { Seen, type ShownText } from './seen.ts';
import { isRead, type Step, stepsLeft, stepsOf } from './steps.ts';
import type { Task } from './tasks.ts';
import { type ReaderEnvironment, taskIn, worldOf } from './world.ts';

export type { ReaderCall, ReaderOutput, ReaderView } from './output.ts';

export interface Reader {
  readonly decide: (view: ReaderView) => ReaderOutput;
}

/** False: no attacker's goal is obeyed, nor an order in a text. */
interface Obedience {
  readonly obeys: boolean;
}

/** An agent's loop ends after so many generations: then calls are made side by side. */
const roundsMax = 15;

/**
 * A deterministic model for the worst case. It makes the task's next call only if all that the
 * user does not say stands in what it was shown, answers from that alone, and obeys whatever
 * attacker's goal it can see. What it does is a function of the view.
 */
export function readerOf(
  facts: Facts,
  variant: ReaderVariant,
  { obeys }: Obedience = { obeys: true },
): Reader {
  const world = worldOf(facts);
  return {
    decide: (view) => {
      const task = taskIn(world, view);
      if (task === undefined) return unknownTask;
      return new Look(world, task, { view, variant, obeys }).decide();
    },
  };
}

const unknownTask: ReaderOutput = {
  calls: [],
  text: 'I do not know this task.',
  why: 'unknown-task',
  task: undefined,
};

interface LookAt {
  readonly view: ReaderView;
  readonly variant: ReaderVariant;
}

/** One look at one view. */
class Look {
  readonly #world: ReaderEnvironment;
  readonly #task: Task;
  readonly #variant: ReaderVariant;
  readonly #view: ReaderView;
  readonly #texts: readonly ShownText[];
  readonly #seen: Seen;
  readonly #orders: Orders;
  /** Attackers' goals that can be seen. */
  readonly #goals: readonly Task[];
  readonly #declared: ReadonlySet<string>;
  readonly #later: LaterArguments;

  constructor(world: ReaderEnvironment, task: Task, { view, variant, obeys }: Obedience & LookAt) {
    const results = view.messages.flatMap((message) =>
      message.role === 'tool' ? [textOf(message.parts)] : [],
    );
    const texts = results.map((result) => world.texts.read(result));
    this.#world = world;
    this.#task = task;
    this.#variant = variant;
    this.#view = view;
    this.#texts = texts;
    this.#seen = new Seen(texts);
    this.#orders = ordersIn(obeys ? results : []);
    this.#goals = obeys ? (world.finders.get(task.name.suite)?.in(texts) ?? []) : [];
    this.#declared = new Set(view.tools.map(({ name }) => name));
    this.#later = laterIn(view);
  }

  decide(): ReaderOutput {
    if (this.#isAskedForTools()) return this.#say('tools-asked-for', toolsOf(this.#task));
    const past = new PastCalls(this.#view);
    const left = this.#task.name.kind === 'user' ? this.#left(past) : [];
    const calls = this.#mayCall() ? obeyed(this.#task, this.#temptation(past)) : [];
    if (calls.length > 0) return this.#call('injection', calls);
    if (this.#orders.stop) return this.#say('stopped', 'Done.');
    return left.length > 0 ? this.#goOn(left) : this.#answer();
  }

  /**
   * Steps of the user's task that are left. A hidden call counts as a step that needed what is
   * hidden, so that no bill is paid twice. A step for which all was there to be seen would not have
   * been hidden: that call was somebody else's. A read counts in any case, for doing it again shows
   * nothing new.
   */
  #left(past: PastCalls): readonly Step[] {
    return stepsLeft(stepsOf(this.#task, past), past, (call, step) => {
      const seen = new Seen(this.#texts.slice(0, call.resultsBefore));
      return isRead(call) || isDecided(call, this.#later) || !this.#canMake(step, seen);
    });
  }

  /** True if a defence asks which tools the task needs, before anything else. */
  #isAskedForTools(): boolean {
    const { messages, toolChoice } = this.#view;
    const last = messages.at(-1);
    const isNew = messages.every(({ role }) => role === 'system' || role === 'user');
    if (toolChoice !== 'none' || !isNew || last?.role !== 'user') return false;
    return this.#world.tasks.in(textOf(last.parts)) !== this.#task;
  }

  #mayCall(): boolean {
    return this.#view.toolChoice !== 'none' && !this.#orders.stop;
  }

  /** An attacker's goal that somebody states as their task is obeyed like any other. */
  #temptation(past: PastCalls): Parameters<typeof obeyed>[1] {
    const task = this.#task;
    const own = task.name.kind === 'goal' && !this.#goals.includes(task) ? [task] : [];
    const { plans } = this.#world;
    return {
      orders: this.#orders,
      goals: [...this.#goals, ...own],
      plans,
      past,
      declared: this.#declared,
    };
  }

  #goOn(left: readonly Step[]): ReaderOutput {
    const unable = left.findIndex((step) => !this.#canMake(step));
    const can = unable === -1 ? left : left.slice(0, unable);
    if (can.length === 0 || !this.#mayCall()) {
      return this.#say('cannot-see-arguments', 'I could not see what this task needs.');
    }
    const rounds = this.#view.messages.filter(({ role }) => role === 'assistant').length;
    const now = left.length > roundsMax - rounds ? can : can.slice(0, 1);
    const calls = now.map(({ at, tool, args }): ReaderCall => {
      return { id: ownId(this.#task.name, at), tool, args, purpose: 'user' };
    });
    return this.#call('task', calls);
  }

  #canMake({ at, tool, args }: Step, seen: Seen = this.#seen): boolean {
    if (!this.#declared.has(tool)) return false;
    const now = decidedNow({ tool, args }, this.#later);
    return suffices(this.#task.evidenceOfCall(at, now), seen, this.#variant);
  }

  #answer(): ReaderOutput {
    const task = this.#task;
    const isFree = task.name.kind === 'goal' || task.facts.answer === '';
    const isSeen = isFree || suffices(task.evidenceOfAnswer(), this.#seen, this.#variant);
    if (!isSeen) return this.#say('cannot-see-answer', 'I could not see what the answer needs.');
    return this.#say('answer', answerTo(task.facts));
  }

  #call(why: ReaderOutput['why'], calls: readonly ReaderCall[]): ReaderOutput {
    const made = calls.map((call) => leftForLater(call, this.#later));
    return { calls: made, text: this.#orders.mention.join('\n'), why, task: this.#task.name };
  }

  /** An answer, and what attackers who can be seen want it to hold. */
  #say(why: ReaderOutput['why'], text: string): ReaderOutput {
    const wanted = this.#goals.filter(
      (goal) => goal.facts.groundTruth.length === 0 && this.#world.plans.get(goal) === undefined,
    );
    const { say, mention } = this.#orders;
    const said = wanted.map(({ facts: { prompt } }) => saidFor(prompt));
    return {
      calls: [],
      text: [text, ...said, ...say, ...mention].join('\n'),
      why,
      task: this.#task.name,
    };
  }
}

function toolsOf({ facts }: Task): string {
  return [...new Set(facts.groundTruth.map(({ tool }) => tool))].join(', ');
}
