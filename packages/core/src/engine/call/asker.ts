import type { Label } from '../../label/label.ts';
import type { Asked } from './confirm.ts';
import type { Confirm, ConfirmAnswer, ConfirmRequest } from '../decision.ts';

/** What has become of a question: answered, or not yet, or never. */
export type AskerAnswer = ConfirmAnswer | { readonly kind: 'later' } | { readonly kind: 'none' };

/**
 * Asks the person out of the client's reach, where the answer may come after the client has gone:
 * the run is held, and goes on with the client's next request.
 */
export interface Asker {
  /** What the person may be shown: what is labelled above it is refused without asking. */
  readonly clearance: Label;
  /** Puts the question where a person finds it. Settles when it is sure not to be lost. */
  readonly open: (request: ConfirmRequest) => Promise<void>;
  /**
   * Waits as long as the client may wait. `later`: ask again; `none`: nobody will answer. A yes
   * given out here is used up.
   */
  readonly answer: (asked: Asked, signal: AbortSignal) => Promise<AskerAnswer>;
  /** Nobody needs to answer any more, and an answer that is there is not used. */
  readonly withdraw?: ((asked: Asked) => Promise<void>) | undefined;
  /** What the client reads while nobody has answered. */
  readonly notice: (asked: readonly Asked[]) => string;
}

/** Who asks the person. */
export type Approval =
  /**
   * The framework asks, with an approval of its own: it is given the calls that need one, and says
   * what came of it. `clearance`: what that person may be shown; above it a call is refused.
   */
  | { readonly by: 'framework'; readonly clearance: Label }
  | { readonly by: 'asker'; readonly asker: Asker }
  /**
   * The session asks, when its own loop comes to the call; `undefined`: there is nobody. The loop
   * is given every call of a generation, and is told what became of each where it stands.
   */
  | { readonly by: 'confirm'; readonly confirm: Confirm | undefined };
