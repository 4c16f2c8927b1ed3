import type { DraftCall, PlainMessage } from '@sluice/core';
import { openLink, type Chunk, type Observation, type SecTask } from '../task/task.ts';
import type { Enforcement, Episode, SecDefence } from './defence.ts';

/** The parts that a defence may change: the chunks, their layout and the system turn. */
export interface Shown {
  readonly system: string;
  /** The text in the result of the tool. */
  readonly context: string;
}

/** The part of a task that a defence may know: not the adversary's goal, and not the side. */
export interface KnownTask extends Pick<SecTask, 'game' | 'system' | 'authorised' | 'lookUp'> {
  /** The user's words in this round. */
  readonly user: string;
}

export interface ShownOptions {
  readonly name: string;
  readonly enforcement: Enforcement;
  /** Asked for every result, with who each chunk is of. */
  readonly show: (task: KnownTask, chunks: readonly Chunk[]) => Shown | Promise<Shown>;
}

/** As a store writes chunks out; who each is of is a field that no writer fills in. */
export function writeOut(chunks: readonly Chunk[]): string {
  return JSON.stringify(chunks.map(({ from, text }, at) => ({ id: at + 1, from, text })));
}

/** Each step is one generation; a model that goes on calling is stopped. */
const stepsMax = 4;

/** A defence that decides what the model is shown, and lets out all that it says and calls. */
export function shown({ name, enforcement, show }: ShownOptions): SecDefence {
  return {
    name,
    enforcement,
    answer: async (episode) => {
      const run = new Conversation(episode, show);
      for (const round of episode.task.rounds) await run.round(round);
      return { text: run.texts.join('\n'), calls: run.calls };
    },
  };
}

class Conversation {
  readonly texts: string[] = [];
  readonly calls: DraftCall[] = [];
  readonly #episode: Episode;
  readonly #show: ShownOptions['show'];
  readonly #messages: PlainMessage[] = [];
  #system: string;
  #user = '';

  constructor(episode: Episode, show: ShownOptions['show']) {
    this.#episode = episode;
    this.#show = show;
    this.#system = episode.task.system;
  }

  async round({ user, ...observation }: SecTask['rounds'][number]): Promise<void> {
    const { task, side, model, signal } = this.#episode;
    this.#user = user;
    this.#messages.push({ role: 'user', parts: [{ kind: 'text', text: user }] });
    await this.#result({ tool: task.lookUp, args: '{}' }, observation[side], '');
    for (let step = 0; step < stepsMax; step += 1) {
      const system = { role: 'system', parts: [{ kind: 'text', text: this.#system }] } as const;
      const view = { messages: [system, ...this.#messages], tools: [] };
      const reply = await model.generate({ view }, { signal });
      this.texts.push(reply.text);
      if (reply.calls.length === 0) {
        this.#messages.push({ role: 'assistant', text: reply.text, calls: [] });
        return;
      }
      for (const call of reply.calls) await this.#executed(call, reply.text);
    }
  }

  /** Without a gate, what a model asks for is done. */
  async #executed(call: DraftCall, text: string): Promise<void> {
    this.calls.push(call);
    const { task, side } = this.#episode;
    await this.#result(call, linkedBy(task, call)?.[side], text);
  }

  #known(): KnownTask {
    const { game, system, authorised, lookUp } = this.#episode.task;
    return { game, system, authorised, lookUp, user: this.#user };
  }

  async #result(
    call: DraftCall,
    chunks: readonly Chunk[] | undefined,
    text: string,
  ): Promise<void> {
    const id = `call_${this.#messages.length}`;
    this.#messages.push({ role: 'assistant', text, calls: [{ id, ...call }] });
    const found = chunks && (await this.#show(this.#known(), chunks));
    if (found !== undefined) this.#system = found.system;
    const parts = [{ kind: 'text', text: found?.context ?? 'Done.' }] as const;
    this.#messages.push({ role: 'tool', callId: id, tool: call.tool, parts });
  }
}

/** The observation that a call opens, if any. */
export function linkedBy(
  { links = {} }: SecTask,
  { tool, args }: DraftCall,
): Observation | undefined {
  if (tool !== openLink) return undefined;
  const name = Object.keys(links).find((each) => args.includes(JSON.stringify(each)));
  return name === undefined ? undefined : links[name];
}
