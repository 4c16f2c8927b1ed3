import type { Sandbox } from '../run/sandbox/sandbox.ts';

/**
 * A finding of the doctor. `holds`: it is as it should be. `limit`: what this kind of set-up cannot
 * guarantee. `unknown`: it could not be looked at. `look`: worth a look. `fix`: must be fixed.
 */
export interface Finding {
  readonly area: Area;
  readonly status: Status;
  readonly says: string;
  /** The next step: what to do or type. */
  readonly todo?: string | undefined;
}

export type Status = 'holds' | 'limit' | 'unknown' | 'look' | 'fix';

export type Area =
  | 'node'
  | 'settings'
  | 'policy'
  | 'guarantees'
  | 'upstream'
  | 'keys'
  | 'user'
  | 'sandbox'
  | 'database'
  | 'clock'
  | 'gateway';

/** Everything outside the process that the checks look at. */
export interface DoctorEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly nodeVersion: string;
  /** The user's number, `undefined` on Windows. */
  readonly uid: number | undefined;
  readonly userName: string;
  /** The one in which `sluice run` would start an agent. */
  readonly sandbox: Sandbox;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Findings of one area. */
export function findings(area: Area): (status: Status, says: string, todo?: string) => Finding {
  return (status, says, todo) => ({ area, status, says, todo });
}
