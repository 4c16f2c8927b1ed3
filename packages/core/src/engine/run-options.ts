import { SluiceError } from '../errors.ts';
import type { PlainTool } from '../history/plain.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { Policy } from '../policy/policy.ts';
import { nearest } from '../policy/problem.ts';
import type { Propagator } from '../propagate/propagator.ts';
import type { Structure } from '../redact/redact.ts';
import type { Confirm } from './decision.ts';
import type { MonitorEvent } from './events.ts';
import type { FileLabels } from './files.ts';
import type { EnclosingCall } from './nested/enclosure.ts';

export interface RunOptions {
  readonly policy: Policy;
  readonly model: ChatModel;
  /**
   * A smaller model that makes the drafts in the stead of `model` (RTBAS 9). It is sent what the
   * policy clears it for as a judge, and what it says is never an output: `model` generates each.
   * Default: `model` drafts, and its draft may be the output.
   */
  readonly draftModel?: ChatModel | undefined;
  readonly propagator: Propagator;
  /** Finds, for the person who is asked, which region reached which argument. Decides nothing. */
  readonly explainer: Propagator;
  /**
   * Calls are explained of all generations, or of those with a call that the policy does not simply
   * allow; default: `all`. Nobody is shown an explanation of the others.
   */
  readonly explained?: 'all' | 'stopped' | undefined;
  readonly tools: readonly PlainTool[];
  /** Tools of the provider's own that whoever asks would have it run, by the policy's names. */
  readonly providerTools?: readonly string[] | undefined;
  /** `undefined`: there is nobody to ask, so what would be asked is refused. */
  readonly confirm: Confirm | undefined;
  /** Labels of files that calls have written; default: none is known. */
  readonly files?: FileLabels | undefined;
  readonly structure: Structure;
  readonly shortcuts: Shortcuts;
  /** Milliseconds that a generation may take; default: `limits.modelTimeoutMsMax`. */
  readonly modelTimeoutMs?: number | undefined;
  /**
   * Milliseconds that the propagator may take for a step, after which everything is relevant;
   * default: `limits.propagatorTimeoutMsMax`. One that runs a model here may need minutes.
   */
  readonly propagatorTimeoutMs?: number | undefined;
  /**
   * The call that the run works for, as its tool is told it (`call`, `enclosingCall`). Needed only
   * where the platform has no asynchronous context: elsewhere a run finds it by itself.
   */
  readonly within?: EnclosingCall | undefined;
  readonly runId: string;
  readonly nowMs: () => number;
  /** A fresh unguessable name. A counter would tell a narrow step how much was hidden from it. */
  readonly newId: () => string;
  readonly onEvent: ((event: MonitorEvent, run: string) => void) | undefined;
}

/**
 * The shortcuts that a run takes: each is sound, none is needed (docs/specification.md). `none` is
 * algorithm 4 of RTBAS as it is written: where the propagator needs a draft, a second generation
 * from the propagator's view is always the output, and the draft never is.
 */
export type Shortcuts = TakenShortcuts | 'none';

export interface TakenShortcuts {
  /**
   * (2) A draft whose calls are all allowed at the wide label is the output, where nothing creeps.
   */
  readonly allowedDraft: boolean;
  /** (3) Reads are taken at the wide label and replayed from the narrow view when needed. */
  readonly lazyReads: boolean;
  /**
   * (5) What only says something is taken over from the draft where all that is acted on came out
   * again from the view that it depends on. Costs one generation for each such step; default: no.
   */
  readonly staged?: boolean | undefined;
  /** (4) Costs one generation for each draft that is to be asked about; default: `nothing`. */
  readonly beforeAsking?: BeforeAsking | undefined;
}

/**
 * The view that is tried once before calls of a draft are asked about or refused: the
 * `propagator`'s, so that a question is about what the calls depend on and no more; the one at the
 * calls' `ceiling`, where a stranger's text that forced the question is not; or `nothing`. Its
 * calls are taken where they are the draft's, or are all allowed there.
 */
export type BeforeAsking = 'nothing' | 'propagator' | 'ceiling';

/** The shortcuts that are taken where nobody says otherwise. */
export const defaultShortcuts: TakenShortcuts = {
  allowedDraft: true,
  lazyReads: true,
  beforeAsking: 'propagator',
};

/** Names of the options of a run that monitors and sessions both take as they are. */
export const runOptionNames: Readonly<
  Record<keyof Omit<RunOptions, 'explainer' | 'confirm'>, true>
> = {
  policy: true,
  model: true,
  draftModel: true,
  propagator: true,
  explained: true,
  tools: true,
  providerTools: true,
  files: true,
  structure: true,
  shortcuts: true,
  modelTimeoutMs: true,
  propagatorTimeoutMs: true,
  runId: true,
  nowMs: true,
  newId: true,
  onEvent: true,
  within: true,
};

/**
 * Throws `settings-invalid` for an option that does not exist: a misspelt one would be left out in
 * silence, and what it asked for with it. `names` are all that there are; `what` takes them.
 */
export function requireKnownOptions(
  options: object,
  names: Readonly<Record<string, true>>,
  what: string,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new SluiceError('settings-invalid', `${what} has no option \`${unknown}\``, {
    hint:
      meant === undefined
        ? `its options are ${known.toSorted().join(', ')}`
        : `did you mean \`${meant}\`?`,
  });
}

/** The options that a client may change from request to request. */
export type Declared = Pick<RunOptions, 'tools' | 'model' | 'providerTools'>;
