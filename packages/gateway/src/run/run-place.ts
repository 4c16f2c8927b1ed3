import type { KnownFiles } from '../files/tenant-files.ts';
import type { JoinedCalls } from '../mcp/joined.ts';
import type { Notifier } from './ask/notifier.ts';
import type { Profile } from '../settings/profile.ts';
import type { NewQuestion, Store } from '../store/store.ts';
import type { LiveRun } from './live-run.ts';

/** The parts of the gateway that a run needs. */
export interface RunDependencies {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly nowMs: () => number;
  readonly announce: (question: NewQuestion, run: LiveRun) => void;
  readonly files: KnownFiles;
  /** Calls of MCP servers' tools that runs give out. */
  readonly joined: Pick<JoinedCalls, 'release' | 'heard'>;
  /** Told of a stored run that does not open. */
  readonly unreadable: (run: { readonly tenant: string; readonly run: string }) => void;
  /** True if the policy of a profile is the one that decides now. */
  readonly isInForce: (profile: Profile) => boolean;
}

/** The owner of a run, and the policy that decides in it. */
export interface RunPlace {
  readonly id: string;
  readonly tenant: string;
  readonly profile: Profile;
  /** Nothing is stopped: what would have happened is recorded (`log` mode). */
  readonly shadow?: boolean | undefined;
}
