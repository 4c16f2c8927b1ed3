import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import type { CallGate } from '../shared/call-gate.ts';
import { approvalAnswers } from './tools.ts';
import { memberOf } from '../../history/document.ts';

/** The AI SDK's word that a generation begins, before any of its model calls. */
export interface StartedCall {
  readonly instructions?: unknown;
  readonly messages?: unknown;
  readonly headers?: unknown;
}

interface Input {
  readonly instructions?: unknown;
  readonly prompt?: unknown;
  readonly messages?: unknown;
}

interface Listener extends Pick<CallGate, 'settle'> {
  readonly handIn: (messages: readonly PlainMessage[], how: { readonly all: true }) => void;
}

/** Learns what the caller handed in from the AI SDK's own callbacks, before anything is added. */
export class CallerInput {
  readonly #run: Listener;
  #prepared: Input | undefined;

  constructor(run: Listener) {
    this.#run = run;
  }

  /** The first that an agent does with its settings and the caller's prompt. */
  readonly prepared = <Settings extends object>(settings: Settings): Settings => {
    this.#prepared = settings;
    return settings;
  };

  readonly started = (started: StartedCall): void => {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    // An agent's own `prepareCall` may have changed its settings: here they look like the caller's.
    const input = isOfAgent(started.headers) ? prepared : started;
    if (input !== undefined) this.#run.handIn(turnsOf(input), { all: true });
    for (const [callId, { approved, reason }] of approvalAnswers(listOf(started.messages))) {
      if (!approved) this.#run.settle(callId, { approved, by: 'ai-sdk', reason });
    }
  };
}

/** Agents of the AI SDK name themselves in the user agent. */
function isOfAgent(headers: unknown): boolean {
  return String(memberOf(headers, 'user-agent')).includes('ai-sdk-agent');
}

function turnsOf({ instructions, prompt, messages }: Input): readonly PlainMessage[] {
  const all = [instructions, prompt, messages].flat();
  return all.flatMap((given, index): PlainMessage[] => {
    const isInstruction = index < [instructions].flat().length;
    if (typeof given === 'string') {
      return [{ role: isInstruction ? 'system' : 'user', parts: [{ kind: 'text', text: given }] }];
    }
    const role = memberOf(given, 'role');
    if (role !== 'system' && role !== 'user') return [];
    return [{ role, parts: partsOf(memberOf(given, 'content')) }];
  });
}

function partsOf(content: unknown): readonly PlainPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return listOf(content).map((part) => {
    const text = memberOf(part, 'text');
    if (memberOf(part, 'type') === 'text' && typeof text === 'string') {
      return { kind: 'text', text };
    }
    const data = memberOf(part, 'data') ?? memberOf(part, 'image');
    return { kind: 'opaque', mediaType: '', data };
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
