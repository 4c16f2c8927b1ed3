import type { Facts } from '../agentdojo/facts.ts';
import type { Graded, JobAttack } from '../agentdojo/job.ts';
import type { PolicyTexts } from '../defence/profiles.ts';

/** A world with tasks and graders, in which an agent works that was never told of a defence. */
export interface Environment {
  /** As in `TrialSpec`, e.g. `agentdojo/v1.2.2`. */
  readonly benchmark: string;
  readonly facts: Facts;
  readonly policies: PolicyTexts;
  /** Versions that an outcome depends on. */
  readonly versions: Readonly<Record<string, string>>;
  /** Runs one case. Each lane is used by one case at a time. Throws where it cannot be graded. */
  readonly run: (episode: Episode, lane: number, signal: AbortSignal) => Promise<Graded>;
  readonly close: () => Promise<void>;
}

/** One case, and the model that its agent is pointed at. */
export interface Episode {
  readonly suite: string;
  readonly task: string;
  readonly attack: JobAttack | undefined;
  readonly ownDefence: string | undefined;
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}
