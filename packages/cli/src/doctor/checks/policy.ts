import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  checkPolicy,
  loadPolicy,
  naive,
  outlineOf,
  printProblem,
  SluiceError,
  type Policy,
} from '@sluice/core';
import type { ProfileSettings } from '@sluice/gateway';
import { readText } from '../../files.ts';
import { guessMark } from '../../init/policy-text.ts';
import { namedPropagator, openedNames } from '../../local/open-named.ts';
import { policyOptions, toolNamesOf } from '../../policy-file.ts';
import { raisedData } from '../../raised-data.ts';
import { someOf } from '../../show/some-of.ts';
import { findings, type Finding } from '../finding.ts';

const found = findings('policy');

/** A profile's policy as it stands in its file, and what is to be said of it. */
export interface CheckedPolicy {
  readonly findings: readonly Finding[];
  /** `undefined`: it cannot be used. */
  readonly policy: Policy | undefined;
}

/** Names of tools by which an agent gets a shell, and so all that its user can do. */
const shell = /(?:^|[_.-])(?:bash|shell|terminal|exec|execute|command|run_command)(?:$|[_.-])/i;

export async function checkProfile(
  [name, settings]: readonly [string, ProfileSettings],
  folder: string,
): Promise<CheckedPolicy> {
  const file = path.resolve(folder, settings.policy);
  const shown = path.relative('.', file) || settings.policy;
  if (!existsSync(file)) {
    return unusable(`profile ${name}: there is no policy \`${shown}\``, 'type: sluice init');
  }
  const text = readText(file);
  const options = { ...policyOptions(file, { groups: settings.groups }), file: shown };
  const problems = await checkPolicy(text, options);
  const mistake = problems.find(({ severity }) => severity === 'error');
  const check = `type: sluice policy check ${shown}`;
  if (mistake !== undefined) return unusable(printProblem(mistake, shown), check);
  const policy = await loadPolicy(text, options);
  return {
    policy,
    findings: [
      found('holds', `profile ${name}: ${shown} is valid`),
      ...(problems.length === 0
        ? []
        : [found('look', `${shown} has ${counted(problems.length, 'warning')}`, check)]),
      ...guessesIn(text, shown),
      ...neverIn(policy),
      ...loggedIn(policy),
      ...profileFindings([name, settings], policy),
    ],
  };
}

function unusable(says: string, todo: string): CheckedPolicy {
  return { policy: undefined, findings: [found('fix', says, todo)] };
}

function guessesIn(text: string, shown: string): readonly Finding[] {
  const guesses = text.split(guessMark).length - 1;
  if (guesses === 0) return [];
  const says = `${shown} holds ${counted(guesses, 'guess', 'guesses')} of \`sluice init\``;
  return [found('look', says, `type: grep -n "guess:" ${shown}`)];
}

function neverIn(policy: Policy): readonly Finding[] {
  const tools = toolNamesOf(policy);
  const never = tools.filter((tool) => policy.ruleCall(tool, '{}').kind === 'never');
  const rest = 'and every tool that the policy does not name';
  const named = never.length === 0 ? '' : `${someOf(never)} `;
  return [
    found('holds', `never automatic: ${named}${rest}`),
    ...(tools.some((tool) => shell.test(tool))
      ? [
          found(
            'look',
            `the agent has a shell: ${someOf(tools.filter((tool) => shell.test(tool)))}`,
          ),
        ]
      : []),
  ];
}

/** Where a violation is only written down. */
function loggedIn(policy: Policy): readonly Finding[] {
  const logged = outlineOf(policy).flatMap(({ tool, onViolation }) =>
    onViolation === 'log' ? [tool] : [],
  );
  if (logged.length === 0) return [];
  const names = someOf(logged);
  const says = `\`onViolation: log\` guarantees nothing for ${names}`;
  return [found('look', says, 'write `ask` or `block` once you have seen what it would ask')];
}

/** Findings that only show when a profile is loaded. */
function profileFindings(
  [name, settings]: readonly [string, ProfileSettings],
  policy: Policy,
): readonly Finding[] {
  const { space } = policy;
  return [
    ...mistakeIn(name, () => checkPropagator(settings.propagator, policy)),
    ...mistakeIn(name, () => space.parse(settings.turns)),
    ...mistakeIn(name, () => space.parse(settings.askable)),
    ...(settings.staged ? [] : idleDataIn(name, policy)),
  ];
}

/** Arguments that the policy lets say more than the call may act on, where all have one label. */
function idleDataIn(profile: string, policy: Policy): readonly Finding[] {
  const idle = raisedData(policy);
  if (idle.length === 0) return [];
  const says = `profile ${profile}: calls have one label, so it spares no question that the policy calls data ${someOf(idle)}`;
  return [
    found(
      'look',
      says,
      'write `staged: true` into the profile, if strangers’ words may go out there',
    ),
  ];
}

/** The name alone: whether the models of a local one are there shows when the gateway starts. */
function checkPropagator(text: string, policy: Policy): void {
  const registry = Object.fromEntries(openedNames.map((name) => [name, () => naive()]));
  namedPropagator(text, { policy, registry });
}

function mistakeIn(name: string, action: () => unknown): readonly Finding[] {
  try {
    action();
    return [];
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return [found('fix', `profile ${name}: ${error.problem}`, error.hint)];
  }
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
