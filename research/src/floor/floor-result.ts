import type { FoundBySuite, ResultTable } from '../report/suite-result.ts';
import { beyondCall } from './beyond.ts';
import { floorFigures, isUndecided, mayBeChosen, questionsOf } from './floor-figures.ts';
import type { SinkFloor, TaskFloor } from './task-floor.ts';

/** The floor as a result. It names tools and arguments, and quotes no value. */
export function floorResult(tasks: readonly TaskFloor[]): FoundBySuite {
  const figures = floorFigures(tasks);
  const [whole = 0, roles = 0] = ['.whole', ''].map(
    (suffix) => figures[`agentdojo.floorQuestions${suffix}`],
  );
  return {
    suite: 'floor',
    model: 'none',
    versions: {},
    figures,
    headlines: [
      { what: 'fewest questions: whole calls, roles', here: `${whole}, ${roles}`, paper: '' },
    ],
    claims: [],
    notices: [
      'a bound, not a run: the benchmark’s own calls, whose values are looked for in what was read',
    ],
    tables: [suitesTable(figures, tasks), tasksTable(tasks)],
    charts: [],
  };
}

/** The lines of the table of suites, by the names of figures. */
const lines: readonly (readonly [head: string, figure: string])[] = [
  ['fewest questions, whole calls', 'floorQuestions.whole'],
  ['fewest questions, roles', 'floorQuestions'],
  [
    'the same where choosing needs the words of the request, whole calls',
    'floorQuestions.choosing.whole',
  ],
  ['the same, roles', 'floorQuestions.choosing'],
  ['tasks without a question, whole calls', 'floorQuestionFreeTasks.whole'],
  ['tasks without a question, roles', 'floorQuestionFreeTasks'],
  ['calls whose control only strangers wrote', 'floor.controlOnlyByStrangers'],
  ['calls whose data is above its ceiling', 'floor.dataAboveCeiling'],
  ['calls whose tool is left to strangers', 'floor.toolLeftToStrangers'],
  ['calls asked about for what went before', 'floor.follows'],
  ['other calls whose control may be a stranger’s choice', 'floor.mayBeChosen'],
  ['calls of which some control stands nowhere', 'floor.undecided'],
  ['answers', 'floor.answers'],
  ['asked about for an address to fetch alone (dereferencing)', 'floor.beyond.dereferencing'],
  ['for dates and numbers alone (typed values)', 'floor.beyond.typed'],
  ['for what an earlier call of the same task said alone (dependsOn)', 'floor.beyond.dependsOn'],
];

function suitesTable(figures: FoundBySuite['figures'], tasks: readonly TaskFloor[]): ResultTable {
  const suites = [...new Set(tasks.map(({ suite }) => suite))];
  const cell = (name: string): string => String(figures[`agentdojo.${name}`] ?? '–');
  return {
    title: 'The floor: questions that no labelling can spare',
    head: ['', ...suites, 'all'],
    rows: lines.map(([head, name]) => [
      head,
      ...suites.map((suite) => cell(`${name}.${suite}`)),
      cell(name),
    ]),
    paperColumns: [],
  };
}

/** Tasks that must ask, or might. */
function tasksTable(tasks: readonly TaskFloor[]): ResultTable {
  const rows = tasks.flatMap((task) => {
    const why = [
      ...task.calls.flatMap((call) => reasonsOf(call)),
      ...(task.answerAsks.roles ? ['the answer (inert links)'] : []),
    ];
    const [whole, roles] = [questionsOf(task, 'whole'), questionsOf(task, 'roles')];
    if (whole === 0 && why.length === 0) return [];
    return [[`${task.suite}/${task.task}`, String(whole), String(roles), why.join('; ')]];
  });
  return {
    title: 'Tasks that must ask, or of which it is not known',
    head: ['task', 'whole calls', 'roles', 'because of'],
    rows,
    paperColumns: [],
  };
}

function reasonsOf(call: SinkFloor): readonly string[] {
  const { tool, control, byStrangers, data, isLeftToStrangers, follows, unsourced } = call;
  const other = control.filter((name) => !byStrangers.includes(name));
  const asked = [
    ...(isLeftToStrangers ? ['its choice'] : []),
    ...byStrangers,
    ...other.map((name) => `${name} (too private)`),
    ...data.map((name) => `${name} (data)`),
    ...(follows ? ['what went before'] : []),
  ];
  const beyond = beyondCall(call);
  const spared = beyond === undefined ? '' : ` (${beyond})`;
  if (call.asks.roles) return [`${tool}: ${asked.join(', ')}${spared}`];
  if (mayBeChosen(call)) return [`${tool}: perhaps a stranger’s choice`];
  return isUndecided(call) ? [`${tool}: not known of ${unsourced.join(', ')}`] : [];
}
