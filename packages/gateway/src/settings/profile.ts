import type { Label, Policy, Propagator, Refusals, Shortcuts } from '@sluice/core';
import type { Upstream } from '../upstream/upstream.ts';

/** The settings that a client's key fixes; headers of a request can only restrict it. */
export interface Profile {
  readonly name: string;
  readonly policy: Policy;
  /** The policy's text as it was loaded: a run is decided by one policy at a time. */
  readonly propagator: Propagator;
  /** Milliseconds that it may take for a step; then everything is relevant. */
  readonly propagatorTimeoutMs: number;
  /** Where each family of protocols goes; `undefined`: not served under this profile. */
  readonly upstreams: Readonly<Record<string, Upstream | undefined>>;
  /** The view that is tried once before a call is asked about or refused. */
  readonly shortcuts: Shortcuts;
  readonly refusals: Refusals;
  /**
   * How a client is told that a call still waits: where it reads prose as a text that stands in
   * place of an answer, or with an error, which no program takes for one.
   */
  readonly held: 'text' | 'error';
  /** `log`: requests and responses pass byte for byte, and what would have happened is recorded. */
  readonly mode: 'enforce' | 'log';
  /** Fields of requests, and betas, that the operator lets pass, or refuses. */
  readonly fields: { readonly pass: ReadonlySet<string>; readonly refuse: ReadonlySet<string> };
  /**
   * The lower bound for labels of new system and user turns: how far the key vouches for
   * its client.
   */
  readonly least: Label;
  /** The highest label that may be put to a person; an operator's clearance limits it further. */
  readonly askable: Label;
  /** Milliseconds that a client waits for a person: for a JSON answer, and on a stream. */
  readonly waitJsonMs: number;
  readonly waitStreamMs: number;
  /** Milliseconds after which a question nobody answered is no. */
  readonly questionLifeMs: number;
}
