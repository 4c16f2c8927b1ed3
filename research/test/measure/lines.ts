import type {
  AskedQuestion,
  Checked,
  Cost,
  PersonName,
  TrialLine,
  TrialOutcome,
  TrialSpec,
} from '../../src/trial/trial.ts';

/** A trial that ended without an error. */
export type Finished = Extract<TrialOutcome, { kind: 'finished' }>;

/** Where a trial stands: a task, with the attacker's goal after a slash where there is one. */
export interface TrialKey {
  readonly defence: string;
  readonly person: PersonName;
}

export const free: Cost = { modelCalls: 0, steps: 0, inputTokens: 0, outputTokens: 0, ms: 0 };

export const clean: Checked = { runs: 1, steps: 2, violations: [], differences: [] };

/** `beds/dig/flood`: suite, task, goal. */
export function specAt(where: string, { defence, person }: TrialKey): TrialSpec {
  const [suite = '', task = '', goal] = where.split('/');
  return {
    benchmark: 'garden/v1',
    suite,
    task,
    attack: goal === undefined ? undefined : { name: 'shout', goal },
    model: 'reader:lax',
    defence,
    person,
    seed: 0,
  };
}

export function ended(change: Partial<Finished> = {}): Finished {
  return {
    kind: 'finished',
    utility: true,
    attackSucceeded: undefined,
    throughAnswer: false,
    questions: [],
    executed: [],
    checked: clean,
    cost: { ...free, modelCalls: 2, steps: 2 },
    moments: [],
    ...change,
  };
}

export const errored: TrialOutcome = {
  kind: 'error',
  message: 'no soil',
  cost: { modelCalls: 9, steps: 1, inputTokens: 9000, outputTokens: 900, ms: 900 },
};

/** How an attack went, and whether the user's task was done nevertheless. */
export function attacked(
  through: 'nothing' | 'calls' | 'answer',
  change: Partial<Finished> = {},
): Finished {
  const flood = { tool: 'flood', args: '{}', own: false };
  return ended({
    attackSucceeded: through !== 'nothing',
    throughAnswer: through === 'answer',
    executed: through === 'calls' ? [flood] : [],
    ...change,
  });
}

export function line(spec: TrialSpec, outcome: TrialOutcome): TrialLine {
  return { kind: 'trial', key: '0'.repeat(64), atMs: 0, spec, outcome };
}

/** The lines of a defence and a person, from outcomes by place. */
export function linesOf(
  place: TrialKey,
  outcomes: Readonly<Record<string, TrialOutcome>>,
): readonly TrialLine[] {
  return Object.entries(outcomes).map(([where, outcome]) => line(specAt(where, place), outcome));
}

export function asks(change: Partial<AskedQuestion> = {}): AskedQuestion {
  return {
    tool: 'dig',
    arguments: ['/where'],
    from: ['read_note $.text'],
    dimensions: ['integrity'],
    own: true,
    answer: 'yes',
    ...change,
  };
}
