import * as z from 'zod';

/** An answer that gave approved calls: the same body gets it again, not the model. */
export interface Delivered {
  /** The answer's id. */
  readonly id: string;
  readonly bodyHash: string;
  /** Until when its client may still not have had it. */
  readonly untilMs: number;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: string }[];
  /** The text is ours; not known of what earlier versions stored. */
  readonly withheld?: boolean | undefined;
  readonly stop?: 'complete' | 'truncated' | undefined;
}

const shape = z.object({
  profile: z.string(),
  shadow: z.boolean(),
  askedBody: z.string().optional(),
  session: z.unknown(),
  standsAt: z.string().optional(),
  delivered: z
    .object({
      id: z.string(),
      bodyHash: z.string(),
      untilMs: z.number(),
      text: z.string(),
      calls: z.array(z.object({ id: z.string(), tool: z.string(), args: z.string() })),
      withheld: z.boolean().optional(),
      stop: z.enum(['complete', 'truncated']).optional(),
    })
    .optional(),
});

/** The parts of a run that change with every turn. */
export interface RunHead {
  /** The name of the profile that it was labelled under. */
  readonly profile: string;
  /** Nothing was stopped in it. */
  readonly shadow: boolean;
  /** The body that it waits on. */
  readonly askedBody: string | undefined;
  readonly session: unknown;
  /** The name of the transcript that it stands at (`names.answered`), where it has no ids. */
  readonly standsAt: string | undefined;
  readonly delivered: Delivered | undefined;
}

/** Reads what was stored as a run's head. Throws for anything else. */
export function readHead(json: string): RunHead {
  const { profile, shadow, askedBody, session, standsAt, delivered } = shape.parse(
    JSON.parse(json),
  );
  return { profile, shadow, askedBody, session, standsAt, delivered };
}

/** Where a run stands with its client. */
export class Standing {
  /** The body that a question was opened or waited for. */
  askedBody: string | undefined;
  #standsAt: string | undefined;
  #delivered: Delivered | undefined;

  /** The name of the transcript that it stands at (`names.answered`), where it has no ids. */
  get standsAt(): string | undefined {
    return this.#standsAt;
  }

  /** The answer that held approved calls, for the client that lost it on its way. */
  get delivered(): Delivered | undefined {
    return this.#delivered;
  }

  moveTo({ standsAt, delivered }: Partial<Pick<RunHead, 'standsAt' | 'delivered'>>): void {
    this.#standsAt = standsAt;
    this.#delivered = delivered;
  }

  /** The answer of that id is given out no more. */
  withdraw(id: string): void {
    if (this.#delivered?.id === id) this.#delivered = undefined;
  }
}
