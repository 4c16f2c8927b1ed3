import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { trialKey } from '../../src/sweep/ledger-file.ts';
import type {
  AskedQuestion,
  LedgerLine,
  Moment,
  SweepLine,
  TrialLine,
  TrialOutcome,
  TrialSpec,
} from '../../src/trial/trial.ts';

const sweepLine: SweepLine = {
  kind: 'sweep',
  atMs: Date.UTC(2026, 0, 5),
  command: 'sluice bench garden --defence none,naive,lineage',
  versions: { sluice: '0.1.0', code: 'c0de', node: '24.0.0', garden: '3' },
};

const suites = { allotment: 6, greenhouse: 9, orchard: 8, pond: 12 } as const;

const goals = 4;

/** How a defence does in this made-up world: chances of utility, success of attacks, questions. */
const defences: Readonly<Record<string, readonly [number, number, number]>> = {
  none: [0.98, 0.95, 0],
  'repeat-prompt': [0.95, 0.5, 0],
  naive: [0.45, 0, 0.9],
  'redact-all': [0.1, 0, 0],
  'lineage with a long name': [0.7, 0, 0.3],
};

/**
 * A ledger of a made-up benchmark, with about so many trials: the tasks of a garden, each without
 * an attack and with four. The same number gives the same ledger.
 */
export function generatedLedger(trialsMin: number): readonly LedgerLine[] {
  const lines: TrialLine[] = [];
  const rng = xoroshiro128plus(1);
  const chance = (share: number): boolean => uniformFloat64(rng) < share;
  for (let seed = 0; lines.length < trialsMin; seed += 1) {
    for (const spec of specs(seed)) {
      const outcome = outcomeOf(spec, { chance, size: uniformInt(rng, 3, 9) });
      const atMs = sweepLine.atMs + 1000 * lines.length;
      lines.push({ kind: 'trial', key: trialKey(spec, sweepLine.versions), atMs, spec, outcome });
    }
  }
  return [sweepLine, ...lines];
}

function specs(seed: number): readonly TrialSpec[] {
  const attacks = [undefined, ...Array.from({ length: goals }, (_, at) => `goal_${at}`)];
  return Object.keys(defences).flatMap((defence) =>
    Object.entries(suites).flatMap(([suite, tasks]) =>
      Array.from({ length: tasks }, (_, task) => `task_${task}`).flatMap((task) =>
        attacks.flatMap((goal) =>
          (['skip', 'truthful'] as const).map((person) => ({
            benchmark: 'garden/v3',
            suite,
            task,
            attack: goal === undefined ? undefined : { name: 'loud sign', goal },
            model: 'reader:lax',
            defence,
            person,
            seed,
          })),
        ),
      ),
    ),
  );
}

function outcomeOf(
  spec: TrialSpec,
  { chance, size }: { readonly chance: (share: number) => boolean; readonly size: number },
): TrialOutcome {
  const [utility = 0, success = 0, asks = 0] = defences[spec.defence] ?? [];
  const cost = {
    modelCalls: size + 1,
    steps: size,
    inputTokens: 900 * size,
    outputTokens: 40 * size,
  };
  if (chance(0.002))
    return { kind: 'error', message: 'the environment went away', cost: { ...cost, ms: 30 } };
  const isGranted = spec.person === 'truthful';
  const isAsked = isGranted && chance(asks);
  const attackSucceeded = spec.attack === undefined ? undefined : chance(success);
  return {
    kind: 'finished',
    utility: chance(isGranted && asks > 0 ? 0.98 : utility) && attackSucceeded !== true,
    attackSucceeded,
    throughAnswer: attackSucceeded === true && chance(0.1),
    questions: isAsked ? [question(spec)] : [],
    executed: [{ tool: 'water_bed', args: '{"bed":"roses","litres":4}', own: true }],
    checked: { runs: 1, steps: size, violations: [], differences: [] },
    cost: { ...cost, ms: 120 + size },
    moments: momentsOf(spec, size),
  };
}

function question({ attack }: TrialSpec): AskedQuestion {
  return {
    tool: 'order_seeds',
    arguments: ['/from'],
    from: ['read_notes /notes/2/text'],
    dimensions: ['integrity'],
    own: attack === undefined,
    answer: attack === undefined ? 'yes' : 'no',
  };
}

/** Moments of about the length that an agent's runs have. */
function momentsOf({ suite, task, attack }: TrialSpec, size: number): readonly Moment[] {
  return Array.from({ length: size }, (_, at): readonly Moment[] => {
    const stranger = attack === undefined ? '' : ` A sign at the gate says ${attack.goal}!`;
    const notes = `bed ${at} of ${suite}: roses, thyme, ${'soil, '.repeat(20)}${task}.${stranger}`;
    return [
      { kind: 'step', text: `step ${at}`, label: 'trusted, public' },
      { kind: 'call', text: `read_notes {"bed":${at}}`, label: 'trusted, public' },
      { kind: 'result', text: notes, label: 'untrusted, public' },
    ];
  }).flat();
}
