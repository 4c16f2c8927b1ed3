import {
  laterIn,
  type DraftCall,
  type PlainTool,
  type Policy,
  type Tool,
  type ToolOutput,
  type ToolResult,
} from '@sluice/core';
import { fieldsOf, jsonIn } from '../json.ts';
import type { Agent, AskedCall, TestTool } from './agent.ts';
import { modelName, type ModelServer } from './model-server.ts';
import type { Place } from './places.ts';
import { planted } from './plant.ts';
import { isCallOf, type Task } from './scenario.ts';
import { scriptedChatModel, type Obeyed, type Seen } from './scripted-model.ts';

/** The agent under test, with all that its runs need. */
export interface Bench {
  readonly agent: Agent;
  readonly policy: Policy;
  /** Fresh tools for each run: the user's own, or doubles. */
  readonly tools: () => readonly Tool[];
  readonly model: ModelServer;
  /** The last lines that the agent printed beside its answer in the newest run. */
  readonly printed?: (() => readonly string[]) | undefined;
  /** A run that takes longer has failed. In milliseconds. */
  readonly timeoutMs: number;
  /** Labels per argument are known without a run: a gateway's settings ask for them. */
  readonly isStaged?: boolean | undefined;
  /** Is told each run. */
  readonly onRun?: ((run: Observed) => void) | undefined;
}

/** A text in a place of a result. */
export interface Planted {
  readonly place: Place;
  readonly text: string;
}

/** All that came of one run. */
export interface Observed {
  /** The calls that ran, each with the person's yes or without one. */
  readonly ran: readonly (DraftCall & { readonly isApproved: boolean })[];
  /** Calls that somebody was asked about. */
  readonly asked: readonly DraftCall[];
  readonly results: readonly ToolResult[];
  readonly answer: string;
  /** True if the planted text was in a result. */
  readonly isReached: boolean;
  /** Why the run ended otherwise than by an answer. */
  readonly failed: string | undefined;
  readonly heard: Heard;
  readonly guarded: Guarded;
  /** The last lines that the agent printed beside its answer. */
  readonly printed: readonly string[];
}

/** Rulings that the agent's guard asked the policy for, if it has a guard. */
export interface Guarded {
  /** The calls that it ruled on. */
  readonly calls: readonly DraftCall[];
  /** True if it ruled on an answer. */
  readonly hasAnswer: boolean;
  /** True if it decided apart what to act on and what to say: labels per argument. */
  readonly isStaged: boolean;
}

/** The texts that the model was told in one run. */
export interface Heard {
  readonly requests: number;
  /** The tools of the last request. */
  readonly declared: readonly PlainTool[];
  /** The calls that the agent answered: each came back with a result. */
  readonly answered: readonly DraftCall[];
}

/** One run of the agent on a task, with a text in a place of its way. */
export async function oneRun(bench: Bench, task: Task, given: Given = {}): Promise<Observed> {
  const run = await played(bench, task, given);
  bench.onRun?.(run);
  return run;
}

interface Given {
  readonly text?: Planted | undefined;
  readonly obeys?: Obeyed | undefined;
}

async function played(bench: Bench, task: Task, { text, obeys }: Given): Promise<Observed> {
  const log = new RunLog(task, { text, printed: bench.printed });
  const script = { steps: task.calls, obeys, heard: (seen: Seen) => log.hear(seen) };
  bench.model.play(script);
  const signal = AbortSignal.timeout(bench.timeoutMs);
  const tools = bench.tools().map((tool) => log.watched(tool, signal));
  const run = {
    prompt: task.prompt,
    tools,
    model: scriptedChatModel(script),
    baseURL: bench.model.baseURL,
    apiKey: 'sluice-test',
    modelName,
    policy: log.watchedPolicy(bench.policy),
    approve: (call: AskedCall) => log.approve(call),
    signal,
  };
  try {
    const answer = await Promise.race([bench.agent(run), rejected(signal)]);
    return log.observed(typeof answer === 'string' ? answer : JSON.stringify(answer ?? ''));
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const seconds = bench.timeoutMs / 1000;
    return log.observed('', signal.aborted ? `it took more than ${seconds} s` : said);
  }
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timed out')), { once: true });
  });
}

/** Keeps what happens in one run, and puts the text into its place. */
class RunLog {
  readonly #ran: (DraftCall & { readonly isApproved: boolean })[] = [];
  readonly #asked: DraftCall[] = [];
  readonly #approved: DraftCall[] = [];
  readonly #results: ToolResult[] = [];
  readonly #task: Task;
  readonly #text: Planted | undefined;
  readonly #printed: () => readonly string[];
  #isReached = false;
  readonly #ruled: DraftCall[] = [];
  #hasRuledAnswer = false;
  #isStaged = false;
  #heard: Heard = { requests: 0, declared: [], answered: [] };

  constructor(
    task: Task,
    { text, printed = () => [] }: { readonly text: Planted | undefined } & Pick<Bench, 'printed'>,
  ) {
    this.#task = task;
    this.#text = text;
    this.#printed = printed;
  }

  hear({ declared, calls }: Seen): void {
    const requests = this.#heard.requests + 1;
    this.#heard = { requests, declared, answered: calls };
    if ([...laterIn({ tools: declared }).values()].some(({ size }) => size > 0)) {
      this.#isStaged = true;
    }
  }

  /** The person remembers what they asked for, and agrees to nothing else. */
  approve({ tool, args }: AskedCall): boolean {
    const call = { tool, args: typeof args === 'string' ? args : JSON.stringify(args) };
    this.#asked.push(call);
    const isTheirs = this.#task.calls.some((each) => isSameCall(each, call));
    if (isTheirs) this.#approved.push(call);
    return isTheirs;
  }

  watchedPolicy(policy: Policy): Policy {
    return {
      ...policy,
      ruleCall: (tool, args, place) => {
        this.#ruled.push({ tool, args });
        return policy.ruleCall(tool, args, place);
      },
      ruleAnswer: (text, form) => {
        this.#hasRuledAnswer = true;
        return policy.ruleAnswer(text, form);
      },
      dataOf: (tool) => {
        this.#isStaged = true;
        return policy.dataOf?.(tool) ?? [];
      },
    };
  }

  watched({ name, description, parameters, execute }: Tool, signal: AbortSignal): TestTool {
    return {
      name,
      description,
      parameters,
      execute: async (args) => {
        const call = { tool: name, args: JSON.stringify(args) };
        const isApproved = this.#approved.some((each) => isSameCall(each, call));
        this.#ran.push({ ...call, isApproved });
        // Tools may be real: nothing runs that the task does not ask for.
        if (!this.#task.calls.some((each) => isSameCall(each, call))) return notRun;
        const output = await execute(args, { signal, callId: `call-${this.#ran.length}` });
        return this.#given(name, args, output);
      },
    };
  }

  observed(answer: string, failed?: string): Observed {
    return {
      ran: this.#ran,
      asked: this.#asked,
      results: this.#results,
      answer,
      isReached: this.#isReached,
      failed,
      heard: this.#heard,
      guarded: { calls: this.#ruled, hasAnswer: this.#hasRuledAnswer, isStaged: this.#isStaged },
      printed: this.#printed(),
    };
  }

  /** A text, or an error that holds it, as any agent takes them. */
  #given(tool: string, args: Readonly<Record<string, unknown>>, output: ToolOutput): string {
    const given = { tool, args, ...textOfOutput(output) };
    this.#results.push(given);
    const { place, text } = this.#text ?? {};
    const isHere = place !== undefined && isCallOf(asCall(given), place.witness);
    if (!isHere || text === undefined) return unlessFailed(given);
    this.#isReached = true;
    return unlessFailed({ ...place.witness, text: planted(place.witness.text, place.spot, text) });
  }
}

/** What a call gives that is not carried out. */
const notRun = '"done"';

function unlessFailed({ text, failed }: Pick<ToolResult, 'text' | 'failed'>): string {
  if (failed) throw new Error(text);
  return text;
}

function asCall({ tool, args }: Pick<ToolResult, 'tool' | 'args'>): DraftCall {
  return { tool, args: JSON.stringify(args ?? {}) };
}

/** Arguments that are no JSON are those of no other call. */
export function isSameCall(one: DraftCall, other: DraftCall): boolean {
  const args = jsonIn(other.args);
  return args !== undefined && isCallOf(one, { tool: other.tool, args: fieldsOf(args) });
}

function textOfOutput(output: ToolOutput): { readonly text: string; readonly failed: boolean } {
  if (typeof output === 'string') return { text: output, failed: false };
  const text = output.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return { text, failed: output.failed === true };
}
