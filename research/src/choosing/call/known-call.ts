import type {
  ChatModel,
  History,
  Label,
  LabelSpace,
  ModelReply,
  Policy,
  RegionEntry,
} from '@sluice/core';

/** One thing that a call is made from: any one of the groups of regions suffices as a whole. */
export interface KnownSource {
  readonly alternatives: readonly ReadonlySet<string>[];
}

/** A recorded call, all that stood before it, and what it is known to depend on. */
export interface KnownCall {
  /** Names the call among those of its data, without a text of it. */
  readonly id: string;
  /** The user's task: calls of one task resemble each other. */
  readonly task: string;
  readonly policy: Policy;
  readonly space: LabelSpace;
  readonly history: History;
  readonly draft: ModelReply;
  /**
   * The label that every call has from its turns and declarations: regions below it are
   * always shown.
   */
  readonly floor: Label;
  /** The regions that may be found or taken for sources. */
  readonly regions: readonly RegionEntry[];
  readonly sources: readonly KnownSource[];
  /** The least labels at which the view shows a group of each source. */
  readonly least: readonly Label[];
  /** The model that made the call, where it can be asked again. */
  readonly agent?: ChatModel | undefined;
}
