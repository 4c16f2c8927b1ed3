import {
  redact,
  regionsOf,
  textOf,
  type ModelReply,
  type PlainMessage,
  type Propagator,
  type PropagatorInput,
  type Relevance,
} from '@sluice/core';
import { Answers } from './answers.ts';
import { keptOf, keptRelevance, type KeptRelevance, relevanceOf } from './kept-relevance.ts';

/** The failures that come from the machine and not from the question: they are tried again. */
const passing: ReadonlySet<string> = new Set(['propagator-failed', 'propagator-late', 'aborted']);

function isLasting(answer: KeptRelevance): boolean {
  return answer.kind !== 'all' || !passing.has(answer.because);
}

export interface AnswerMemoryOptions {
  /** All that an answer depends on besides the history and the draft. */
  readonly version: string;
  /** A file of lines, hashes and ids and no text; without one, memory ends with the process. */
  readonly file?: string | undefined;
}

/**
 * The answers of propagators that run models: the same history with the same draft comes up with
 * each person and in each union, and is read once. Evidence is not kept.
 */
export class AnswerMemory {
  readonly #answers: Answers<KeptRelevance>;
  readonly #version: string;

  constructor({ version, file }: AnswerMemoryOptions) {
    this.#version = version;
    this.#answers = new Answers(keptRelevance, { file, isKept: isLasting });
  }

  /** The propagator, asked once for each history and draft. `name`: with all of its options. */
  remembering(name: string, inner: Propagator): Propagator {
    if (inner.needs === 'nothing') {
      const { needs, relevant } = inner;
      return {
        name: inner.name,
        needs,
        relevant: (input) => this.#once([name], input, () => relevant(input)),
      };
    }
    const { needs, relevant } = inner;
    return {
      name: inner.name,
      needs,
      relevant: (input) => this.#once([name, draftIn(input.draft)], input, () => relevant(input)),
    };
  }

  async #once(
    asked: readonly unknown[],
    input: PropagatorInput,
    ask: () => Relevance | Promise<Relevance>,
  ): Promise<Relevance> {
    let asking: Relevance | undefined;
    const answer = await this.#answers.once([this.#version, ...asked, historyIn(input)], async () =>
      keptOf((asking = await ask())),
    );
    return asking ?? relevanceOf(answer, input.space);
  }
}

function draftIn({ text, calls, stop }: ModelReply): object {
  return { text, calls: calls.map(({ tool, args }) => ({ tool, args })), stop };
}

/** Ids of calls are minted anew in each run, and no part of it. */
function historyIn({ space, history }: PropagatorInput): object {
  const { messages, tools } = redact(space, history, space.top, { structure: 'keep' });
  const labels = regionsOf(history).map(({ id, label }) => [id, label.text]);
  return { said: messages.map(saidIn), tools, labels };
}

function saidIn(message: PlainMessage): readonly unknown[] {
  if (message.role !== 'assistant') return [message.role, textOf(message.parts)];
  return [message.role, message.text, ...message.calls.map(({ tool, args }) => [tool, args])];
}
