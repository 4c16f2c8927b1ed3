import type { CallExplanation } from '../../engine/decision.ts';
import type { Session } from '../../session/session.ts';
import type { ReaderOptions } from './reader-view.ts';

/** Lets an app look up facts about its conversation. */
export interface Conversation {
  /** The labelled transcript and the events; `undefined` before the first model call. */
  readonly session: Session | undefined;
  /**
   * For the person who is asked: the rule, what it was above, label and ceiling, and which region
   * reached which argument. Takes the id of the call, not that of the approval. Throws
   * `history-invalid` for an id that is no call of this conversation.
   */
  readonly explanationOf: (callId: string) => CallExplanation;
  /**
   * A stream of the framework's (of the user interface, of events) with what its reader may see:
   * frameworks send an app every call and every result as it comes, also those that no answer may
   * hold. Throws `label-invalid` where `reader` is no label of the policy.
   */
  readonly forReader: <Chunk>(
    stream: AsyncIterable<Chunk> | ReadableStream<Chunk>,
    options?: ReaderOptions,
  ) => ReadableStream<Chunk>;
}
