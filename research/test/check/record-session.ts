import {
  loadPolicy,
  propagatorByName,
  Session,
  type AskerAnswer,
  type ConfirmRequest,
  type MonitorEvent,
  type PlainMessage,
  type Refusals,
  type SessionStep,
} from '@sluice/core';
import { outputOf, replyTo, tools, turnText } from './clerk-world.ts';
import { Choices } from './random.ts';
import type { RecordOptions } from './record-monitor.ts';

interface SessionRecordOptions extends RecordOptions {
  readonly refusals?: Refusals;
  /** Percent of generations that fail at first. */
  readonly faults?: number;
}

/** A call that the client carried out. */
export interface CarriedOut {
  readonly tool: string;
  readonly args: string;
}

export interface Recorded {
  readonly events: readonly MonitorEvent[];
  readonly executed: readonly CarriedOut[];
}

/** A whole run of a session, as a gateway holds it, before a client that drives the loop. */
export async function recordSession(
  seed: number,
  options: SessionRecordOptions,
): Promise<Recorded> {
  const client = new Client(seed, await sessionOf(seed, options));
  for (let turn = 0; turn < options.turns; turn += 1) await client.turn(turnText(seed, turn));
  return { events: client.session.events, executed: client.executed };
}

async function sessionOf(seed: number, options: SessionRecordOptions): Promise<Session> {
  const policy = await loadPolicy(options.policy);
  const { shortcuts = { allowedDraft: true, lazyReads: true }, structure = 'keep' } = options;
  const { refusals = 'hidden', faults = 0 } = options;
  const failed = new Set<string>();
  const requests = new Map<string, ConfirmRequest>();
  return new Session({
    policy,
    model: {
      name: 'made-up',
      generate: async ({ view }) => {
        const key = JSON.stringify(view.messages);
        if (!failed.has(key) && new Choices(seed, 'fault', key).chance(faults)) {
          failed.add(key);
          throw new Error('the provider is down');
        }
        return replyTo(seed, view);
      },
    },
    propagator: propagatorByName(options.propagator, {
      space: policy.space,
      timeoutMsEach: 1_000,
    }),
    tools,
    structure,
    shortcuts,
    refusals,
    approval: {
      by: 'asker',
      asker: {
        clearance: policy.space.top,
        open: async (request) => void requests.set(request.callId, request),
        answer: async ({ callId }) => answerTo(seed, requests, callId),
        notice: () => 'somebody has to decide; go on later',
      },
    },
  });
}

function answerTo(
  seed: number,
  requests: Map<string, ConfirmRequest>,
  callId: string,
): AskerAnswer {
  const request = requests.get(callId);
  if (request === undefined) return { kind: 'none' };
  const { tool, args, hash } = request;
  // Whoever was asked once and had no time answers the next time.
  const isFirst = !requests.has(`${callId} again`);
  requests.set(`${callId} again`, request);
  const choices = new Choices(seed, 'ask', tool, args);
  if (isFirst && choices.chance(25)) return { kind: 'later' };
  if (choices.chance(30)) return { kind: 'no', by: ['ann'], reason: 'not this' };
  if (choices.chance(10)) return { kind: 'none' };
  return { kind: 'yes', by: ['ann', 'bob'], hash };
}

const requestsMax = 12;

class Client {
  readonly session: Session;
  readonly executed: CarriedOut[] = [];
  readonly #seed: number;
  #messages: PlainMessage[] = [
    { role: 'system', parts: [{ kind: 'text', text: 'You are a clerk.' }] },
  ];

  constructor(seed: number, session: Session) {
    this.#seed = seed;
    this.session = session;
  }

  async turn(text: string): Promise<void> {
    this.#say(text);
    for (let request = 0; request < requestsMax; request += 1) {
      const step = await this.session.step(this.#messages, {
        signal: new AbortController().signal,
      });
      if (this.#isOver(step)) return;
    }
    // A client that has had enough leaves the results of its last calls out of the next turn.
  }

  #say(text: string): void {
    this.#messages = [...this.#messages, { role: 'user', parts: [{ kind: 'text', text }] }];
  }

  #isOver(step: SessionStep): boolean {
    // The same again, as a client does.
    if (step.kind === 'failed' || step.kind === 'refused') return false;
    const calls = step.kind === 'replied' ? step.calls : [];
    this.#messages = [...this.#messages, { role: 'assistant', text: step.text ?? '', calls }];
    if (step.kind === 'waiting') {
      this.#say('go on');
      return false;
    }
    const results = calls.map(({ id, tool, args }): PlainMessage => {
      this.executed.push({ tool, args });
      const output = outputOf(this.#seed, tool, JSON.parse(args));
      const { parts, failed = false } =
        typeof output === 'string' ? { parts: [{ kind: 'text' as const, text: output }] } : output;
      return { role: 'tool', callId: id, tool, parts, ...(failed && { failed }) };
    });
    const isReversed = new Choices(this.#seed, 'order', results.length).chance(30);
    this.#messages = [...this.#messages, ...(isReversed ? results.toReversed() : results)];
    return calls.length === 0;
  }
}
