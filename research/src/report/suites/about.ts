/** Tells a reader from outside what the figures of a suite are. */
export interface AboutSuite {
  readonly measures: string;
  /** The denominators of its shares and counts. */
  readonly counts: string;
}

/** By the first word of the suite's name; the longer name first. */
const known: readonly (readonly [suite: string, about: AboutSuite])[] = [
  [
    'attacks',
    {
      measures: 'Attackers of our own in the worlds of the demo.',
      counts:
        'A case is one attacker with one goal in one task. Without a defence each case is run ' +
        'once. With a defence it is run once with each simulated person, so its count is larger.',
    },
  ],
  [
    'agentdojo',
    {
      measures: 'The tasks, attacks and graders of AgentDojo, unchanged.',
      counts:
        'The first count is of the tasks that were done without an attack, the second of the ' +
        'attacked cases in which the attack acted through a call. Without an attack each task is ' +
        'one case. Attacked, it is one case for each goal of the attacker, so a task with more ' +
        'goals weighs more. Utility under attack can therefore be higher than utility without an ' +
        'attack.',
    },
  ],
  [
    'floor',
    {
      measures: 'The calls that AgentDojo says solve its tasks, played through the policies.',
      counts:
        'A question is counted where no label of the call, or of its arguments, could be at or ' +
        'below its ceiling, whatever propagator chooses.',
    },
  ],
  [
    'agentsec',
    {
      measures:
        'Games of AgentSecBench, with the defences of its paper and with Sluice: an attacker writes what a tool returns, and a fixed test looks ' +
        'for what must not come out.',
      counts:
        'Attack success is the share of attacked pairs in which it came out, averaged over the ' +
        'games; each run below says how many pairs a game has. “Sluice at worst” is the highest ' +
        'value of its propagators. “Violations that a ceiling covers” counts what the policy ' +
        'forbids and what came out all the same. Benign utility is the share of tasks without an ' +
        'attack that are done.',
    },
  ],
  [
    'privacy',
    {
      measures:
        '37 tasks with private data: what the agent sends out, and how often the user is asked.',
      counts:
        'A false positive (FP) is one of the 16 tasks that need no private data, and the user was ' +
        'asked. A false negative (FN) is one of the other 21, and a private call was made without ' +
        'a question. “Exact label” is the share of calls whose label is the one that the author ' +
        'wrote down.',
    },
  ],
  [
    'screeners',
    {
      measures: 'All propagators on the same recorded calls, whose sources are known.',
      counts:
        'Recall and false positives are shares of regions (pieces of the history). Exact labels ' +
        'are shares of calls.',
    },
  ],
  [
    'screener',
    {
      measures:
        'The feature that the propagator `attention` judges by: does it find the regions (pieces ' +
        'of the history) that a call depends on?',
      counts:
        'Accuracy and the area under the curve are over the regions of test tasks. Nine regions of ' +
        'ten are not depended on, so a screener that always says no is nearly as accurate: the ' +
        'tables hold its row. “Calls gone wrong” is the share of calls with a needless question ' +
        'or a lost source.',
    },
  ],
  [
    'labels',
    {
      measures:
        'Minimal labels: does a local model find the smallest set of documents that a question ' +
        'needs?',
      counts:
        '`exactMatch` is the share of questions whose label is exactly right, `improvement` the ' +
        'share of the right labels below that of the whole context that were found, `missed` the ' +
        'share of labels below that one which are too low. `contexts` is how many contexts the ' +
        'model scores for a question; `p50` is the median.',
    },
  ],
  [
    'searches',
    {
      measures:
        'The search for minimal labels beside algorithm 1 of its paper, on the same scores.',
      counts: 'Agreement is the share of questions for which both find the same label.',
    },
  ],
];

/** `undefined`: a suite that this page knows nothing of. */
export function aboutSuite(suite: string): AboutSuite | undefined {
  return known.find(([name]) => suite === name || suite.startsWith(`${name}-`))?.[1];
}
