/**
 * What the installed AgentDojo package says of itself, read from it at run time: none of its texts
 * stand in this project.
 */
export interface Facts {
  /** Of the tasks, e.g. `v1.2.2`. */
  readonly benchmarkVersion: string;
  /** Of the Python package, e.g. `0.1.35`. */
  readonly packageVersion: string;
  readonly suites: Readonly<Record<string, SuiteFacts>>;
}

export interface SuiteFacts {
  readonly tools: readonly string[];
  readonly userTasks: Readonly<Record<string, TaskFacts>>;
  readonly injectionTasks: Readonly<Record<string, TaskFacts>>;
  /** Names of the places in the environment that an attacker writes to. */
  readonly vectors: readonly string[];
}

export interface TaskFacts {
  /** What the user asks for, or what the attacker wants. */
  readonly prompt: string;
  /** The calls that solve the task, in order; some attackers' tasks have none. */
  readonly groundTruth: readonly GroundTruthCall[];
  /** What the package gives as the answer that solves it; often empty. */
  readonly answer: string;
}

export interface GroundTruthCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the tool gave back, as an agent reads it, when the calls before it were made. */
  readonly output: string;
}
