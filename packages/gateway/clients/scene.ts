import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dialectFor } from '../test/upstream/dialect.ts';
import {
  inTurn,
  type Script,
  type Scripted,
  type ScriptedCall,
  type Seen,
} from '../test/upstream/script.ts';
import type { Upstream } from '../test/upstream/upstream.ts';
import { kindOf, marker, modelOf, type Agent, type Kind, type Place } from './agents/agent.ts';
import type { Say, Turn } from './agents/agent.ts';
import { programOf } from './world/installed.ts';
import type { Open, Operator } from './world/operator.ts';
import { dialectOf } from './world/provider.ts';
import type { Relay, Sent } from './world/relay.ts';
import { runAgent, type Ended } from './world/terminal.ts';

/** A request to the provider, as the model was shown it. */
export interface Asked {
  readonly kind: Kind;
  readonly seen: Seen;
}

export interface SceneParts {
  readonly agent: Agent;
  readonly place: Place;
  readonly relay: Relay;
  readonly upstream: Upstream;
  /** `undefined` where the agent talks to the provider itself. */
  readonly operator: Operator | undefined;
  readonly tenant: string;
}

/** All that a story works with: an agent in its home, its model, and a person who is asked. */
export class Scene {
  readonly agent: Agent;
  readonly place: Place;
  /** The requests that reached the provider, in order. */
  readonly asked: Asked[] = [];
  /** Resolves once the agent has asked something beside the conversation. */
  readonly sideAsked: Promise<void>;
  readonly #askedSide: () => void;
  readonly #parts: SceneParts;

  constructor(parts: SceneParts) {
    this.agent = parts.agent;
    this.place = parts.place;
    this.#parts = parts;
    ({ promise: this.sideAsked, resolve: this.#askedSide } = Promise.withResolvers<void>());
    mkdirSync(parts.place.work, { recursive: true });
    parts.agent.settle(parts.place);
  }

  /** What the model says in turn, and what it answers to summaries and side requests. */
  model(...scripted: readonly Scripted[]): void {
    this.modelWith(nothingBeside, ...scripted);
  }

  /**
   * A model that looks at what has come back so far: the first of these before any result, the
   * second after one, and so on. It says the same again where the gateway asks it again.
   */
  modelByResults(...scripted: readonly Scripted[]): void {
    this.modelBy(({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool').length;
      return scripted[results] ?? { text: 'Done.' };
    });
  }

  modelBy(script: Script, beside: Say = nothingBeside): void {
    this.#play(beside, script);
  }

  modelWith(beside: Say, ...scripted: readonly Scripted[]): void {
    this.#play(beside, inTurn(...scripted));
  }

  #play(beside: Say, main: Script): void {
    const script = modelOf(this.agent, main, beside);
    this.#parts.upstream.play((seen) => {
      const kind = kindOf(seen, this.agent);
      this.asked.push({ kind, seen });
      if (kind === 'side') this.#askedSide();
      return script(seen);
    });
  }

  /** One turn of the user, until the agent's process has ended. */
  say(words: string, turn: Omit<Turn, 'prompt'> = {}): Promise<Ended> {
    return this.tell({ ...turn, prompt: `${marker} ${words}` });
  }

  /** The same without the words by which a conversation is known, e.g. a command. */
  tell(turn: Turn): Promise<Ended> {
    const line = this.agent.turn(turn, this.place);
    return runAgent(programOf(this.agent), line, this.place);
  }

  /** The question that the agent waits on, once it is there; `undefined`: it ended before. */
  question(turn: Promise<Ended>): Promise<Open | undefined> {
    return during(turn, async () => (await this.open())[0]);
  }

  /** The questions that are open now. */
  async open(): Promise<readonly Open[]> {
    const { operator, tenant } = this.#parts;
    return (await operator?.open(tenant)) ?? [];
  }

  /** The arguments of the call that is asked about. */
  async argsOf({ id }: Open): Promise<string> {
    return (await this.#parts.operator?.argsOf(id)) ?? '';
  }

  async answer({ id }: Open, kind: 'approve' | 'deny'): Promise<void> {
    await this.#parts.operator?.answer(id, kind);
  }

  /** The agent's own requests, as it sent them. */
  get sent(): readonly Sent[] {
    return this.#parts.relay.sent;
  }

  /** Those of a conversation, or of another kind. */
  sentOf(kind: Kind): readonly Sent[] {
    const dialect = dialectOf(this.agent);
    return this.sent.filter(({ method, path: at, body }) => {
      const read = method === 'POST' ? dialectFor([dialect], at, body) : undefined;
      return read !== undefined && kindOf(dialect.see(read.body), this.agent) === kind;
    });
  }

  /** What the model was shown in a conversation's requests. */
  seenOf(kind: Kind): readonly Seen[] {
    return this.asked.filter((each) => each.kind === kind).map(({ seen }) => seen);
  }

  write(file: string, content: string | Uint8Array): void {
    writeFileSync(path.join(this.place.work, file), content);
  }

  /** A file's text; `undefined`: there is none. */
  read(file: string): string | undefined {
    const at = path.join(this.place.work, file);
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
  }

  writes(file: string, text: string): ScriptedCall {
    return this.agent.calls.write(file, text, this.place);
  }

  reads(file: string): ScriptedCall {
    return this.agent.calls.read(file, this.place);
  }
}

const nothingBeside: Say = {
  compaction: `${marker} Nothing so far.`,
  side: 'A side answer.',
};

/** What is looked for, once it is there; `undefined`: the turn ended before. */
export async function during<T>(
  turn: Promise<unknown>,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const state = { ended: false };
  const ended = turn.finally(() => (state.ended = true)).catch(() => undefined);
  for (;;) {
    const found = await look();
    if (found !== undefined || state.ended) return found;
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
}
