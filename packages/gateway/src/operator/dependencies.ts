import type { LabelSpace } from '@sluice/core';
import type { FileView } from '../files/file-views.ts';
import type { Notifier } from '../run/ask/notifier.ts';
import type { Draft } from '../run/ask/without-text.ts';
import type { KnownOffers } from '../mcp/known-offers.ts';
import type { SeenLabels } from '../mcp/seen-labels.ts';
import type { Store } from '../store/store.ts';
import type { Changes } from './live/changes.ts';

/** The parts of the gateway that the operators' API uses. */
export interface OperatorDependencies {
  readonly store: Store;
  readonly notifier: Pick<Notifier, 'notify'>;
  /** Rung when a question was put, answered or ended. */
  readonly changes: Changes;
  readonly nowMs: () => number;
  /** Names by which it may be called, besides the loopback's, in lower case. */
  readonly hosts: readonly string[];
  /** The label spaces of the policies in force, for this tenant or for all (`undefined`). */
  readonly spacesOf: (tenant: string | undefined) => readonly LabelSpace[];
  /** Names of the profiles in the settings. */
  readonly profiles: () => readonly string[];
  /** Reads the policies again; where that fails, all stays as it was. Throws `SluiceError`. */
  readonly reload: () => Promise<void>;
  /** Lets a profile only record for a while. Throws `SluiceError` or `RequestError`. */
  readonly breakGlass: (order: BreakGlass) => Promise<{ readonly untilMs: number }>;
  /**
   * One region of a run as it reads now. `undefined`: there is no such run or region, or its label
   * or that of where it stands is not `isCleared`: who may not see it does not learn of it.
   */
  readonly region: (wanted: WantedRegion) => Promise<ShownRegion | undefined>;
  /** The messages of a run as they stand; `undefined` where there is no such run. */
  readonly messages: (wanted: WantedMessages) => Promise<readonly ShownMessage[] | undefined>;
  /**
   * The agent's draft without the text above a call's ceiling; `undefined` where its model is not
   * known. Rejects where the model fails.
   */
  readonly without: (wanted: WantedDraft) => Promise<Draft | undefined>;
  /**
   * Lowers the label of one region of a run, wherever the region stands by now. `missing`: as where
   * `region` shows none; `changed`: none of the run reads as what was shown, at that label.
   * Throws `SluiceError`.
   */
  readonly lower: (order: Lower) => Promise<'lowered' | 'missing' | 'changed'>;
  /** Tenants of whose files something is recorded. */
  readonly fileTenants: () => Promise<readonly string[]>;
  /** What is recorded of the files of a tenant; with a path, what counts for that file. */
  readonly files: (wanted: WantedFiles) => Promise<readonly FileView[]>;
  /** Forgets what is recorded at one path. `changed`: it does not stand as it was shown. */
  readonly endorseFile: (
    order: Required<WantedFiles> & { readonly view: string },
  ) => Promise<'endorsed' | 'missing' | 'changed'>;
  /** What MCP servers offer, and what their clients have received. */
  readonly mcp: {
    readonly offers: Pick<KnownOffers, 'list' | 'tenants' | 'accept' | 'forget'>;
    readonly seen: Pick<SeenLabels, 'list' | 'reset'>;
  };
  /** Told after a change of which memory may hold a copy. */
  readonly forget: (what: Forgotten) => void;
}

export interface WantedFiles {
  readonly tenant: string;
  readonly file?: string;
}

export interface BreakGlass {
  readonly profile: string;
  readonly minutes: number;
  readonly because: string;
  readonly by: string;
}

export interface WantedRegion {
  readonly tenant: string;
  readonly run: string;
  readonly region: string;
  /** True if the operator may be shown what carries the label with this text. */
  readonly isCleared: (label: string) => boolean;
}

export type WantedMessages = Omit<WantedRegion, 'region'>;

export interface WantedDraft {
  readonly tenant: string;
  readonly run: string;
  readonly ceiling: string | undefined;
  readonly signal: AbortSignal;
}

/** Characters of one region. */
export interface ShownSpan {
  readonly region: string;
  /** `null`: above the clearance. */
  readonly label: string | null;
  /** `null`: above the clearance, or no text. */
  readonly text: string | null;
}

export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  readonly spans: readonly ShownSpan[];
}

export interface ShownMessage {
  readonly index: number;
  /** The hash of its whole text, however much of it is shown; told to nobody. */
  readonly hash: string;
  /** `hidden`: that it is there at all is above the clearance. */
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'hidden';
  /** The role, or the tool whose result it is. */
  readonly from: string;
  readonly spans: readonly ShownSpan[];
  readonly calls: readonly ShownCall[];
}

export interface ShownRegion {
  readonly label: string;
  /** A role, or the name of the tool whose result it is. */
  readonly from: string;
  /** All of it, cut where parts stand that have labels of their own. */
  readonly pieces: readonly string[];
  /** Over text and label: what is lowered is what has this hash. */
  readonly hash: string;
}

export interface Lower extends WantedRegion {
  readonly kind: 'endorse' | 'declassify';
  /** The hash of the region as it was shown. */
  readonly hash: string;
  readonly dimension: string;
  readonly to: string;
  /** Carries the label that the region had: the operator wrote it with the region in view. */
  readonly because: string;
  readonly by: string;
}

export type Forgotten =
  /** A key was made or revoked. */
  | { readonly kind: 'credentials' }
  /** A run was erased: what stands of it in memory must go, and is not to be kept again. */
  | { readonly kind: 'run'; readonly tenant: string; readonly run: string };
