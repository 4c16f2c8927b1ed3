import type { Policy, Ruling } from '../src/policy/policy.ts';
import type { Core } from './core.ts';
import { fileRegion, floorOf, isPlain } from './endorsing.ts';
import {
  dutyOf,
  inertAnswer,
  isUnlabelled,
  ruleAnswer,
  ruleCall,
  type RandomRuling,
} from './rulings.ts';
import { readBack } from './read-back.ts';
import { toolNamed, type Scenario } from './scenario.ts';
import { engineRegion } from './text.ts';

/** A scenario's policy, as the engine asks it. */
export function policyOf({ Content }: Core, scenario: Scenario, file: Policy | undefined): Policy {
  const { lattice, pool, clearance, drafter } = scenario;
  const { space, toLabel } = lattice;
  const labels = pool.map(toLabel);
  const content = (text: string): ReturnType<Policy['labelTurn']> =>
    Content.of(space, text, engineRegion(text, labels, space));
  const toolCase = (name: string): Scenario['tools'][number] | undefined =>
    toolNamed(scenario, name);
  return {
    space,
    hash: 'policy',
    labelTurn: (_role, text) => content(text),
    labelOpaqueTurn: () => toLabel(scenario.opaqueTurn),
    labelResult: ({ tool, args, text, failed }) => {
      if (isUnlabelled(scenario, text)) throw new Error('a broken policy');
      if (failed && toolCase(tool)?.failsAsResult !== true) {
        return Content.whole(space, text, space.top);
      }
      const named = toolCase(tool);
      if (failed || file === undefined || named === undefined || !isPlain(named)) {
        return content(text);
      }
      return Content.of(space, text, fileRegion(scenario, file, { tool: named.name, args, text }));
    },
    labelOpaqueResult: (tool, failed) => {
      const { opaque = lattice.bits.top, failsAsResult = false } = toolCase(tool) ?? {};
      return failed && !failsAsResult ? space.top : toLabel(opaque);
    },
    resultFloor: (tool) => {
      const named = toolCase(tool);
      return named === undefined ? space.bottom : toLabel(floorOf(scenario, named));
    },
    labelTool: ({ name }) => toLabel(toolCase(name)?.label ?? lattice.bits.top),
    vouchesFor: (tool) => toolCase(tool)?.vouched === true,
    ruleCall: (tool, args) => rulingOf(scenario, ruleCall(scenario, tool, args)),
    ruleAnswer: (text) => rulingOf(scenario, ruleAnswer(scenario, text)),
    inertAnswer: (text) => inertAnswer(scenario, text),
    answerFloor: space.bottom,
    dutyOf: (label) => dutyOf(scenario, lattice.toMask(label)),
    effect: (tool) => (toolCase(tool)?.isRead === true ? 'read' : 'write'),
    dataOf: (tool) => toolCase(tool)?.data ?? [],
    readBack: ({ tool, label }, read) =>
      toLabel(readBack(scenario, { tool, label: lattice.toMask(label) }, read)),
    providerTool: () => undefined,
    clearance: (_model, role) => toLabel(role === 'judge' ? (drafter ?? 0) : clearance),
  };
}

function rulingOf({ lattice }: Scenario, random: RandomRuling): Ruling {
  const rule = 'rule';
  switch (random.kind) {
    case 'ceiling': {
      const ceiling = lattice.toLabel(random.ceiling);
      const named = Object.entries(random.perArgument);
      const perArgument = Object.fromEntries(
        named.map(([name, bound]) => [name, lattice.toLabel(bound)]),
      );
      return { kind: 'ceiling', rule, ceiling, perArgument, onViolation: random.otherwise };
    }
    case 'never':
      return { kind: 'never', rule, onViolation: random.otherwise };
    case 'deny':
      return { kind: 'deny', rule, reason: random.deny };
    case 'throws':
      throw new Error('a broken policy');
  }
}
