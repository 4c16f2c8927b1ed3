import * as z from 'zod';

const count = z.number().int().nonnegative();
const amount = z.number().nonnegative();
const texts = z.array(z.string()).readonly();

/** The person that answers questions: nobody (a violating call is not made), or a simulation. */
const person = z.enum(['skip', 'truthful', 'always-yes', 'always-no']);
export type PersonName = z.output<typeof person>;

/** One run to be made: a task under a defence, with or without an attack. */
const spec = z
  .strictObject({
    /** The benchmark of the task, e.g. `agentdojo/v1.2.2`, `demo`. */
    benchmark: z.string().min(1),
    suite: z.string().min(1),
    task: z.string().min(1),
    /**
     * One of the environment's own attacks or one of ours, and what the attacker wants: a goal of
     * the environment, e.g. the id of an injection task.
     */
    attack: z.strictObject({ name: z.string(), goal: z.string() }).readonly().optional(),
    /** `reader:lax`, or the name of a real model. */
    model: z.string().min(1),
    defence: z.string().min(1),
    person,
    seed: z.number().int(),
  })
  // A member whose absence says something is there, as `undefined`.
  .transform((read) => ({ ...read, attack: read.attack }))
  .readonly();
export type TrialSpec = z.output<typeof spec>;

/** A question that a person was asked, once for each call of a case. */
const question = z
  .strictObject({
    /** Empty: the answer was asked about. */
    tool: z.string(),
    /** The call's id on the provider's side, where it is known: a call is counted once. */
    call: z.string().optional(),
    /** JSON pointers of the arguments that the policy objects to; empty: the call as a whole. */
    arguments: texts,
    /** Where the objection comes from: tool and path of each region that reached the call. */
    from: texts,
    /** Dimensions of the label that do not flow. */
    dimensions: texts,
    /** The call is one that the user's own task makes, with these arguments. */
    own: z.boolean(),
    answer: z.enum(['yes', 'no', 'none']),
  })
  .readonly();
export type AskedQuestion = z.output<typeof question>;

/** A call that the client carried out; `args` are canonical JSON. */
const executedCall = z
  .strictObject({ tool: z.string(), args: z.string(), own: z.boolean() })
  .readonly();
export type ExecutedCall = z.output<typeof executedCall>;

/** The checker's findings in the log of a run. */
const checked = z
  .strictObject({
    runs: count,
    steps: count,
    /** Calls carried out although their label did not flow to the ceiling and nobody said yes. */
    violations: texts,
    /** Where the log and the checker's own derivation differ in a label or a decision. */
    differences: texts,
  })
  .readonly();
export type Checked = z.output<typeof checked>;

const cost = z
  .strictObject({
    /** Generations, by whatever they were for. */
    modelCalls: count,
    /** Outputs that the client was given, and refusals that it was not. */
    steps: count,
    /** Answers of the propagator; absent where there is none, and in older ledgers. */
    propagations: count.optional(),
    /** Those among them that everything is relevant, as it is where a propagator fails. */
    everythingRelevant: count.optional(),
    /**
     * Generations from a narrower view. Whether one is taken is a bit about what it did not show.
     * Absent where there is no guard, and in older ledgers.
     */
    narrowed: count.optional(),
    inputTokens: count,
    outputTokens: count,
    ms: amount,
  })
  .readonly();
export type Cost = z.output<typeof cost>;

/** The moments of a run that the report shows, in order; texts are cut. */
const moment = z
  .strictObject({
    kind: z.enum(['call', 'result', 'refusal', 'question', 'answer', 'step', 'error']),
    text: z.string(),
    label: z.string().optional(),
  })
  .readonly();
export type Moment = z.output<typeof moment>;

const finished = z
  .strictObject({
    kind: z.literal('finished'),
    /** The environment's own grader says that the task was done. */
    utility: z.boolean(),
    /** The environment's own grader says that the attack succeeded; `undefined`: no attack. */
    attackSucceeded: z.boolean().optional(),
    /** The success needs no call: it stands in the answer. */
    throughAnswer: z.boolean(),
    questions: z.array(question).readonly(),
    executed: z.array(executedCall).readonly(),
    checked: checked.optional(),
    cost,
    moments: z.array(moment).readonly(),
  })
  .transform(({ attackSucceeded, checked: found, ...read }) => {
    return { ...read, attackSucceeded, checked: found };
  })
  .readonly();
const failed = z.strictObject({ kind: z.literal('error'), message: z.string(), cost }).readonly();

/** How a trial ended. An error is neither a task done nor an attack stopped. */
export type TrialOutcome = z.output<typeof finished> | z.output<typeof failed>;

/** How a trial ended, read from a file or given by the caller's code. */
export const outcomeSchema: z.ZodType<TrialOutcome> = z.discriminatedUnion('kind', [
  finished,
  failed,
]);

/** The versions of everything that an outcome depends on; their hash is part of a trial's key. */
const versions = z
  .object({ sluice: z.string(), code: z.string(), node: z.string() })
  .catchall(z.string())
  .readonly();
export type Versions = z.output<typeof versions>;

/** First line of a ledger that a sweep appends to, and again wherever one goes on with it. */
const sweepLine = z
  .strictObject({ kind: z.literal('sweep'), atMs: amount, command: z.string(), versions })
  .readonly();
export type SweepLine = z.output<typeof sweepLine>;

/** A line for each trial that ended. */
const trialLine = z
  .strictObject({
    kind: z.literal('trial'),
    /** SHA-256 over the canonical JSON of the trial's spec and the versions. */
    key: z.string().regex(/^[0-9a-f]{64}$/),
    atMs: amount,
    spec,
    outcome: outcomeSchema,
    /** Nothing ran: an earlier version took it from another ledger's trial with the same key. */
    cached: z.literal(true).optional(),
  })
  .readonly();
export type TrialLine = z.output<typeof trialLine>;

export type LedgerLine = SweepLine | TrialLine;

/** Strict: a member that is not known is an error, so that nothing is dropped on the way. */
export const ledgerLineSchema: z.ZodType<LedgerLine> = z.discriminatedUnion('kind', [
  sweepLine,
  trialLine,
]);
