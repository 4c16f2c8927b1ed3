import {
  propagatorByName,
  Session,
  type Label,
  type MonitorEvent,
  type PlainMessage,
  type Policy,
} from '@sluice/core';
import type { Script } from '../upstream/script.ts';
import type { ChatMessage } from './client.ts';
import { portOf } from './hostile-model.ts';

const tools = ['read_mail', 'look_up', 'send_money'].map((name) => {
  return { name, description: name, parameters: {} };
});
const { signal } = new AbortController();

/** The outcome of one step. */
export interface LibraryStep {
  readonly labels: readonly Label[];
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string }[];
}

/** The library alone, on one conversation: the measure of what an honest client may expect. */
export class Library {
  readonly #policy: Policy;
  readonly #script: Script;
  #session: Session;
  #log: unknown[] = [];
  #messages: PlainMessage[] = [];
  /** True if a read that was taken lazily was ever lowered. */
  hasLowered = false;

  constructor(policy: Policy, script: Script) {
    this.#policy = policy;
    this.#script = script;
    this.#session = this.#newSession();
  }

  say(message: PlainMessage): void {
    this.#messages.push(message);
  }

  async step(): Promise<LibraryStep> {
    const step = await this.#session.step(this.#messages, { signal });
    const events = this.#session.takeEvents();
    this.hasLowered ||= events.some((event) => event.type === 'read-replayed' && event.identical);
    if (step.kind !== 'replied') throw new Error(`the library ${step.kind}`);
    const { text, calls } = step;
    this.#messages.push({ role: 'assistant', text, calls });
    return { labels: events.flatMap(labelIn), text, calls };
  }

  /** Goes on in another process. */
  restart(): void {
    const { log, head } = this.#session.takeSaved();
    this.#log.push(...log);
    this.#session = this.#newSession();
    const saved: unknown[] = JSON.parse(JSON.stringify(this.#log));
    this.#session.restore(saved, JSON.parse(JSON.stringify(head)));
  }

  #newSession(): Session {
    const { space } = this.#policy;
    return new Session({
      policy: this.#policy,
      model: portOf(this.#script, 'one:honest'),
      propagator: propagatorByName('lineage', { space, timeoutMsEach: 5_000 }),
      tools,
      structure: 'keep',
      shortcuts: { allowedDraft: true, lazyReads: true },
      approval: { by: 'framework', clearance: space.bottom },
      runId: 'library',
      nowMs: () => 0,
    });
  }
}

/** Which step, as the events of a run tell it. */
function labelIn(event: MonitorEvent): readonly Label[] {
  return event.type === 'step-labelled' ? [event.label] : [];
}

/** The same result for a call of the library's own. */
export function resultFor(
  call: LibraryStep['calls'][number],
  { content }: ChatMessage,
): PlainMessage {
  const parts = [{ kind: 'text' as const, text: content ?? '' }];
  return { role: 'tool', callId: call.id, tool: call.tool, parts };
}
