import type { ChatModel, DraftCall, Policy } from '@sluice/core';

/** One run of an agent, as it is handed to whoever runs it. */
export interface AgentRun {
  /** What the user asks for. */
  readonly prompt: string;
  /** Doubles, or your own tools: of those a call runs only where the task asks for it. */
  readonly tools: readonly TestTool[];
  /** The model of this run, as Sluice's own adapters take it. */
  readonly model: ChatModel;
  /** The same for OpenAI clients (Chat Completions and Responses), with `/v1`. */
  readonly baseURL: string;
  readonly apiKey: string;
  readonly modelName: string;
  /** The policy under test. */
  readonly policy: Policy;
  /** Asks the person, who agrees only to what they asked for. Not asked means no. */
  readonly approve: (call: DraftCall) => boolean;
  readonly signal: AbortSignal;
}

/** A tool of a run: it gives a text, or throws. `runGuarded` takes it as it is. */
export interface TestTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly execute: (args: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** Runs to the end of the user's task, and gives the answer. */
export type Agent = (run: AgentRun) => Promise<string>;
