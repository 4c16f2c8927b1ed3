import { AnswerMemory } from '../../task/answer-memory.ts';
import { bestLocal } from '../../privacy/measure/best.ts';
import { playedAnswers } from '../../privacy/run/played.ts';
import { privacyClaims } from '../../privacy/measure/claims.ts';
import { privacyDefenceNames } from '../../privacy/defence/by-name.ts';
import { privacyFigures } from '../../privacy/measure/privacy-figures.ts';
import { privacyMeasures } from '../../privacy/measure/measures.ts';
import { privacyResult } from '../../privacy/measure/privacy-result.ts';
import { sideFigures } from '../../privacy/measure/side-figures.ts';
import type { Side } from '../../privacy/measure/side-measures.ts';
import { privacySuite, type PrivacySuite } from '../../privacy/privacy-suite.ts';
import { answersToOthers, messagesIn, shopAnswers } from '../../privacy/prose/prose-suite.ts';
import { drawnShopTasks } from '../../privacy/retail/draw.ts';
import { readShop, type Shop } from '../../privacy/retail/shop-file.ts';
import type { PrivacyTask } from '../../privacy/task/task.ts';
import { runPrivacyBench, type DefenceRuns } from '../../privacy/run/privacy-bench.ts';
import { worstCaseNotice } from '../../report/worlds.ts';
import { namesOpened } from '../../propagators.ts';
import type { Terminal } from 'sluice/parts';
import type { Measured } from '../suite.ts';
import {
  openDefences,
  openModel,
  type LeftOut,
  type OpenedModel,
  type PrivacyModelOptions,
} from './open.ts';
import { answersOf, outcomesOf } from '../code-of.ts';
import { ledgerFile, untilInterrupted } from '../process.ts';
import { leftOutLocal } from '../without-weights.ts';

export interface PrivacyBenchOptions extends PrivacyModelOptions {
  readonly propagator?: readonly string[];
  readonly generated: boolean;
  readonly retail?: string;
  readonly ledger?: string;
}

/** Runs the privacy suite and holds it to its bounds. */
export async function measurePrivacy(
  _paths: readonly string[],
  options: PrivacyBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const suite = privacySuite(options);
  const file = options.retail ?? process.env[shopVariable];
  const shop = file === undefined ? undefined : readShop(file);
  const model = await openModel(options);
  const names = options.propagator ?? privacyDefenceNames;
  const memory = runsModels(names) ? ledgerFile(undefined, 'privacy-answers') : undefined;
  const version = await answersOf();
  const opened = await openDefences(names, new AnswerMemory({ version, file: memory }));
  const { signal, end } = untilInterrupted();
  try {
    const isLong = !model.isReader || runsModels(names);
    const ledger =
      options.ledger ?? (isLong ? ledgerFile(undefined, `privacy-${model.name}`) : undefined);
    const outcomes = playedAnswers(ledger);
    const versions = { code: await outcomesOf('privacy') };
    const run = (title: string, own: PrivacySuite): Promise<readonly DefenceRuns[]> =>
      runPrivacyBench({
        ...own,
        defences: opened.defences,
        modelFor: model.modelFor,
        ledger: outcomes,
        versions,
        signal,
        onDefence: (name) => terminal.warn(`${title}: ${name}`),
      });
    const runs = await run('privacy', suite);
    const sides: Side[] = [];
    for (const { tasks, ...side } of sidesOf(suite, shop)) {
      const own = await run(`privacy.${side.name}`, { tasks, choosing: [], drawn: [] });
      sides.push({ ...side, runs: own });
    }
    return measuredOf(runs, { model, sides, suite, leftOut: opened.leftOut });
  } finally {
    end();
    await opened.dispose();
    await model.dispose();
  }
}

/** True if any of them runs on weights: those of the suite's own names ask the agent's model. */
function runsModels(names: readonly string[]): boolean {
  return names.some((name) => namesOpened(name) && !privacyDefenceNames.includes(name));
}

/** The variable that names the file of the shop where the command line does not. */
const shopVariable = 'SLUICE_RETAIL';

const withoutShop =
  'left out: the shop that nobody here wrote: add --retail FILE (docs/privacy-retail.md)';

type SideTasks = Omit<Side, 'runs'> & { readonly tasks: readonly PrivacyTask[] };

const retailTasks = 20;

/** The suites beside the 37: prose, and the shop where its file was named. */
function sidesOf({ drawn }: PrivacySuite, shop: Shop | undefined): readonly SideTasks[] {
  const ours = 'the author of the suite';
  const theirs = 'tasks and calls: tau-bench; what may leave: its rules, as we read them before';
  const prose: readonly SideTasks[] =
    drawn.length === 0
      ? []
      : [
          {
            name: 'prose',
            title: 'Answers that others read',
            truth: ours,
            tasks: answersToOthers(),
          },
          { name: 'messages', title: 'Texts to others', truth: ours, tasks: messagesIn(drawn) },
        ];
  if (shop === undefined) return prose;
  const [retail, retailProse] = [drawnShopTasks(shop, retailTasks), shopAnswers(shop, retailTasks)];
  return [
    ...prose,
    { name: 'retail', title: 'A shop', truth: theirs, tasks: retail },
    { name: 'retailProse', title: 'Answers in the shop', truth: theirs, tasks: retailProse },
  ];
}

interface Around {
  readonly model: OpenedModel;
  readonly sides: readonly Side[];
  readonly suite: PrivacySuite;
  readonly leftOut: readonly LeftOut[];
}

function measuredOf(
  runs: readonly DefenceRuns[],
  { model, sides, suite, leftOut }: Around,
): Measured {
  const { name: modelName, isReader } = model;
  const all = runs.map(privacyMeasures);
  const best = bestLocal(runs);
  const claims = privacyClaims(all, best).filter(({ name }) => isReader || name === noErrors);
  const names = [...runs.map(({ defence }) => defence.name), ...leftOut.map(({ name }) => name)];
  return {
    found: privacyResult(all, { model: modelName, isReader, best, claims, sides, leftOut }),
    figures: { ...privacyFigures(all, best), ...sideFigures(sides) },
    beside: {
      model: modelName,
      best,
      split: splitOf(suite),
      notice: isReader ? worstCaseNotice : undefined,
      leftOut,
    },
    lines: [
      ...legend,
      ...(sides.some(({ name }) => name === 'retail') ? [] : [withoutShop]),
      ...leftOutLocal(names, privacyDefenceNames),
    ],
  };
}

/** The templates of the tasks that something was chosen on, and of those that were measured. */
function splitOf({ choosing, drawn }: PrivacySuite): Readonly<Record<string, readonly string[]>> {
  return { choosing: templatesIn(choosing), measured: templatesIn(drawn) };
}

function templatesIn(tasks: readonly PrivacyTask[]): readonly string[] {
  return [...new Set(tasks.flatMap(({ template }) => template ?? []))].toSorted();
}

/** The other bounds are the reader's: what a real model does is measured, not promised. */
const noErrors = 'no-errors';

const legend = [
  'FN alone: without what the monitor makes up for; the best local propagator was chosen on other tasks',
  'judge, introspection, multi-execution, checked: ask the agent’s model; a reader knows the truth',
] as const;
