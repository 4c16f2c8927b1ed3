import type { ConfirmRequest } from '../src/engine/decision.ts';
import type { Core } from './core.ts';
import type { LatticeCase } from './lattices.ts';
import { loweringOf } from './lowerings.ts';
import { relevanceOf } from './relevance.ts';
import { runEngine, type EngineRun } from './run-engine.ts';
import { runSpec, type SpecRun } from './run-spec.ts';
import { scenarioOf, type Scenario } from './scenario.ts';
import { questionText } from './spec-rulings.ts';

/**
 * Engine equal to specification: the same model inputs, questions, executed calls, reasons of
 * refusals, answers, and labels of everything appended. Returns the first difference.
 */
export async function specDifference(
  core: Core,
  lattices: readonly LatticeCase[],
  seed: number,
): Promise<string | undefined> {
  const scenario = scenarioOf(seed, lattices);
  const secret = 'one';
  const engine = await runEngine(core, scenario, {
    secret,
    occasion: () => undefined,
    relevant: ({ labels, draft }) => relevanceOf(scenario, labels, draft),
    lowering: ({ turn, index, labels }) => loweringOf(scenario, { turn, index }, labels),
    questionText: (request) => asked(scenario, request),
  });
  const spec = runSpec(scenario, secret);
  return differenceIn(engineWords(core, scenario, engine), specWords(spec));
}

function asked({ lattice }: Scenario, request: ConfirmRequest): string {
  const { tool, args, label, ceiling, violations, dutyOf } = request;
  return questionText({
    tool,
    args,
    label: lattice.toMask(label),
    ceiling: ceiling && lattice.toMask(ceiling),
    violations: violations.map(({ dimension, argument }) => [dimension, argument]),
    dutyOf,
  });
}

type Words = Readonly<Record<string, readonly string[]>>;

function engineWords({ regionsOf }: Core, scenario: Scenario, run: EngineRun): Words {
  const { toMask } = scenario.lattice;
  const { sent, events, results } = run;
  return {
    view: sent.flatMap((each) => (each.kind === 'view' ? [each.text] : [])),
    question: sent.flatMap((each) => {
      return each.kind === 'question' ? [asked(scenario, each.request)] : [];
    }),
    call: sent.flatMap((each) => (each.kind === 'call' ? [`${each.tool} ${each.args}`] : [])),
    refusal: events.flatMap((event) => {
      if (event.type === 'call-refused') return [event.reason];
      return event.type === 'call-executed' ? ['made'] : [];
    }),
    answer: results.map(({ outcome, text, label }) =>
      outcome === 'answered' ? `${toMask(label)} ${text}` : outcome,
    ),
    lowering: run.lowerings.map(String),
    label: regionsOf(run.history).map(({ label }) => String(toMask(label))),
  };
}

function specWords({ views, questions, calls, turns, labels, lowerings }: SpecRun): Words {
  return {
    view: views,
    question: questions,
    call: calls,
    refusal: turns.flatMap(({ steps, answer }) => {
      const acted = answer === undefined ? steps : steps.slice(0, -1);
      return acted.flatMap(({ refused }) => refused.map((why) => why ?? 'made'));
    }),
    answer: turns.map(({ steps, answer, failed }) => {
      const last = steps.at(-1);
      if (failed === true) return 'model-failed';
      if (answer === undefined || last === undefined) return 'limit-reached';
      return last.refused[0] === undefined ? `${last.label} ${answer}` : 'answer-refused';
    }),
    lowering: lowerings.map(String),
    label: labels.map(String),
  };
}

function differenceIn(engine: Words, spec: Words): string | undefined {
  for (const [what, ours] of Object.entries(engine)) {
    const theirs = spec[what] ?? [];
    const length = Math.max(ours.length, theirs.length);
    for (let at = 0; at < length; at += 1) {
      if (ours[at] !== theirs[at]) {
        return `${what} ${at}: engine ${ours[at] ?? 'none'}, specification ${theirs[at] ?? 'none'}`;
      }
    }
  }
  return undefined;
}
