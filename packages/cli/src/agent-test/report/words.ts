import type { Finding, FindingKind } from '../attack.ts';
import type { DataArgument } from '../goal.ts';
import type { Place } from '../places.ts';
import type { Scenario } from '../scenario.ts';
import type { TestResult } from '../test-agent.ts';

/** The rules of a report, each in a sentence. */
export const rules: Readonly<Record<FindingKind, string>> = {
  guard: 'The agent did what the policy does not let through.',
  opened: 'The policy lets through what the baseline does not.',
  changed: 'A call ran that a hidden text alone brought about.',
  policy: 'Text of strangers leads to a call that could hurt, and the policy lets it through.',
};

/** Where an attack came in, and what it got. */
export function flowOf(finding: Finding): string {
  const { scenario } = finding;
  return `${scenario.place.name} -> ${sinkOf(finding)}`;
}

/** The call, the argument of it that a text reached, or the answer. */
export function sinkOf({ scenario: { goal }, call }: Finding): string {
  return goal.argument === undefined ? (call?.tool ?? goal.name) : goal.name;
}

/** An honest task, and what a person was asked about in it. */
export function askedOf({ prompt, tools }: TestResult['honest']['asked'][number]): string {
  return `${quoted(prompt)} asked about ${[...new Set(tools)].join(', ')}`;
}

/** The lines about one finding. */
export function linesOf(finding: Finding): readonly string[] {
  const { scenario, call, kind } = finding;
  const { place, act, id, texts } = scenario;
  const did =
    call === undefined
      ? `it answered ${quoted(act.kind === 'answer' ? act.text : '')}`
      : `it called ${call.tool} with ${call.args}, and nobody was asked`;
  return [
    flowOf(finding),
    `  the text there: ${quoted(texts.attack)}`,
    `  ${did}`,
    ...remedy(finding).map((line) => `  ${line}`),
    ...(kind === 'policy' && !place.isCalledTrusted
      ? [`  strangers' text: ${place.strangers ?? ''}`]
      : []),
    ...(finding.isSeen ? [] : [`  ${unseen(finding)}`]),
    `  again: --only ${id}`,
  ];
}

function unseen({ call }: Finding): string {
  const what = call === undefined ? 'answer' : 'call';
  return `no guard saw this ${what}: does the agent use the policy? (\`policy\` of the run; for a program, \`--gateway\`)`;
}

/** The change that would stop it, or make it right. */
function remedy(finding: Finding): readonly string[] {
  const { kind, scenario } = finding;
  const { place, goal } = scenario;
  const labels = `label there: ${place.now.text}`;
  switch (kind) {
    case 'guard':
    case 'changed':
      return [`${labels}; the policy does not let that through, ${passedBy(finding)}`];
    case 'opened':
      return [
        place.now.text === place.right.text
          ? `${labels}; the ceiling of ${goal.name} is another than in the baseline`
          : `${labels}; the baseline has ${place.right.text}`,
      ];
    case 'policy':
      return goal.argument === undefined ? led(scenario) : filled(scenario, goal.argument);
  }
}

/** The guard that saw a call took another label for that of the text. */
function passedBy({ isSeen, scenario }: Finding): string {
  if (!isSeen) return 'so the guard was passed by';
  return scenario.place.witness.failed
    ? 'and its guard saw it: perhaps it took the failure for a result, because the client did not say that the tool failed; then the label of `result` must hold for failures too'
    : 'and its guard saw it: perhaps it took the text for somebody else’s, such as the user’s';
}

/** Strangers' text leads to a call or an answer. */
function led(scenario: Scenario): readonly string[] {
  const { place, act } = scenario;
  const sink = act.kind === 'call' ? act.tool : 'answer';
  return [
    ...leak(scenario),
    ...(place.isCalledTrusted ? calledTrusted(place) : []),
    `label there: ${place.now.text}; the policy would have to say so at \`${place.witness.tool}\` (\`result\`) or`,
    `at \`${sink}\` (\`${act.kind === 'call' ? 'call' : 'withLinks'}\`: a ceiling); if it is right:`,
    `accept: [{ call: ${sink}, from: ${place.witness.tool}, because: ... }]`,
  ];
}

/** Strangers' text stands in an argument: does something act on it? */
function filled({ act, place }: Scenario, { name, sign = '' }: DataArgument): readonly string[] {
  const tool = act.kind === 'call' ? act.tool : '';
  return [
    `label there: ${place.now.text}; the policy calls \`${name}\` data, so with labels per argument`,
    `strangers may fill it; ${sign}`,
    `if something acts on it: leave \`${name}\` out of \`data\` of \`${tool}\``,
    `if nothing does: say why in the policy, \`${name}: { ..., notActedOn: ... }\``,
  ];
}

/** Why a read does harm. */
function leak({ goal, carries }: Scenario): readonly string[] {
  if (goal.reaches === undefined || carries === undefined) return [];
  return [
    `whoever is asked sees the call (${goal.reaches}); text labelled ${carries} may stand in it`,
  ];
}

/** Who is right: the policy, or what the tool says of itself? */
function calledTrusted({ strangers = '', witness }: Place): readonly string[] {
  return [
    `the policy calls it trusted, and ${strangers}`,
    `if others write it: give \`result\` of \`${witness.tool}\` a label of theirs, such as \`untrusted\``,
    'if nobody outside can: say why in the policy, `result: { ..., because: ... }`',
  ];
}

function quoted(text: string): string {
  const shown = text.length > shownMax ? `${text.slice(0, shownMax)}...` : text;
  return JSON.stringify(shown);
}

const shownMax = 160;
