import type { ChatModel, Policy } from '@sluice/core';

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
  /**
   * Asks the person about a call, who agrees only to what they asked for: true means yes, and the
   * answer comes at once. Not asked means no.
   */
  readonly approve: (call: AskedCall) => boolean;
  readonly signal: AbortSignal;
}

/** A call that a person is asked about. */
export interface AskedCall {
  readonly tool: string;
  /** As the model wrote them, JSON text, or parsed: both are taken. */
  readonly args: unknown;
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
