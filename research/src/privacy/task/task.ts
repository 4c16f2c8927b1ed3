import type { ShopData } from '../retail/shop-data.ts';
import type { FlightsData } from '../world/flights.ts';
import type { PaymentsData } from '../world/payments.ts';
import type { ShoppingData } from '../world/shopping.ts';

/** A world with the private data that stand in it when a task begins. */
export type Setting =
  | { readonly world: 'payments'; readonly data: PaymentsData }
  | { readonly world: 'flights'; readonly data: FlightsData }
  | { readonly world: 'shopping'; readonly data: ShoppingData }
  | { readonly world: 'retail'; readonly data: ShopData };

/**
 * How private data come into a call (RTBAS 3.2): the user asks for them; the task cannot do without
 * them; something is worked out or chosen by them; a tool's description asks for them.
 */
export type Pattern = 'none' | 'explicit' | 'implicit' | 'reasoning' | 'description';

/** A text that must be seen for an argument to be what it should be. */
export interface Need {
  readonly text: string;
  /** The category of private data that the text is of; none where it is public. */
  readonly of?: string | undefined;
  /** The step of the task whose result holds it, from 0. */
  readonly step?: number | undefined;
}

/** The reader's reaction to an argument whose sources it cannot all see. */
export type Hidden =
  | { readonly kind: 'no-call' }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'instead'; readonly value: unknown };

/** An argument of a ground-truth call. */
export interface Argument {
  readonly value: unknown;
  readonly needs: readonly Need[];
  readonly hidden: Hidden;
}

/** A ground-truth call. */
export interface Step {
  readonly tool: string;
  readonly args: Readonly<Record<string, Argument>>;
  /** The reason for this call, besides its arguments. */
  readonly because: readonly Need[];
}

/** A turn of the conversation before the task: what was asked, looked up and answered. */
export interface Turn {
  readonly user: string;
  readonly calls: readonly {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
  readonly answer: string;
}

export interface PrivacyTask {
  readonly id: string;
  /** The template that it was drawn from; none of a task that was written by hand. */
  readonly template?: string | undefined;
  readonly pattern: Pattern;
  readonly setting: Setting;
  readonly prior: readonly Turn[];
  readonly request: string;
  readonly steps: readonly Step[];
  /** Texts that the user must be told for the task to be done. */
  readonly told?: readonly string[] | undefined;
  /** The answer, where it is judged as a call is. */
  readonly answer?: Answer | undefined;
}

/** The text to be told, and who reads it: the user, or others, who are cleared for nothing. */
export interface Answer extends Argument {
  readonly value: string;
  readonly to: 'user' | 'others';
}
