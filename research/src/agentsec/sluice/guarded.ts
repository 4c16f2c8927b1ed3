import {
  loadPolicy,
  Monitor,
  type ChatModel,
  type Policy,
  type Propagator,
  type Tool,
} from '@sluice/core';
import type { Episode, Left, SecDefence } from '../defence/defence.ts';
import { linkedBy, writeOut } from '../defence/shown.ts';
import { openLink, type Observation, type SecTask } from '../task/task.ts';
import { ModelAfter, propagatorAfter } from './look-up-first.ts';
import { everythingIn, passedIn } from './standing.ts';

/** What a propagator may be made of; only the oracle looks at the task. */
export interface PropagatorFor extends Pick<Episode, 'task' | 'side'> {
  /** For those that ask a model; what it receives is no input of the agent's. */
  readonly model: ChatModel;
  readonly policy: Policy;
}

export interface GuardedOptions {
  /** Of the defence: `sluice-NAME` by the propagator's name, or its own where something differs. */
  readonly defence: string;
  readonly propagator: (parts: PropagatorFor) => Propagator;
  /** Default: the task's own. */
  readonly policy?: (task: SecTask) => string;
}

/**
 * Far above what a model takes on a slow machine: a late answer would say more of the machine than
 * of the propagator.
 */
const propagatorTimeoutMs = 1_800_000;

/** Sluice: the core's monitor with the game's policy, and nobody at the desk. */
export function guarded({ defence, propagator, policy: own }: GuardedOptions): SecDefence {
  return {
    name: defence,
    enforcement: 'flow',
    answer: async (episode) => {
      const { task, side, model, signal } = episode;
      const policy = await policyOf(own?.(task) ?? task.policy);
      const after = new ModelAfter(model, task);
      const round: { now: Observation | undefined } = { now: undefined };
      const monitor = new Monitor({
        policy,
        system: task.system,
        model: after,
        propagator: propagatorAfter(propagator({ task, side, policy, model: episode.asked })),
        tools: toolsOf(episode, { round, after }),
        confirm: undefined,
        // A refused call has a name, and names of tools are what the adversary wants to be seen.
        structure: 'drop',
        shortcuts: { allowedDraft: true, lazyReads: true },
        propagatorTimeoutMs,
      });
      const texts: string[] = [];
      for (const each of task.rounds) {
        round.now = each;
        after.hasLookedUp = false;
        const { outcome, text } = await monitor.turn(each.user, { signal });
        if (outcome === 'answered') texts.push(text);
        else if (outcome !== 'answer-refused') throw new Error(`a turn ended in \`${outcome}\``);
      }
      const passed = passedIn(monitor.events, after);
      return leftOf(texts, { ...passed, everything: everythingIn(monitor.events) });
    },
  };
}

function leftOf(texts: readonly string[], passed: Omit<Left, 'text'>): Left {
  return { text: texts.join('\n'), ...passed };
}

interface Turn {
  readonly round: { readonly now: Observation | undefined };
  readonly after: ModelAfter;
}

function toolsOf({ task, side }: Episode, { round, after }: Turn): readonly Tool[] {
  return [
    tool(task.lookUp, () => {
      after.hasLookedUp = true;
      return writeOut(round.now?.[side] ?? []);
    }),
    tool(openLink, (args) => {
      const call = { tool: openLink, args: JSON.stringify(args) };
      return writeOut(linkedBy(task, call)?.[side] ?? []);
    }),
    ...task.effects.map((name) => tool(name, () => 'Done.')),
  ];
}

function tool(name: string, execute: Tool['execute']): Tool {
  return { name, description: `${name}.`, parameters: { type: 'object' }, execute };
}

const policies = new Map<string, Promise<Policy>>();

function policyOf(text: string): Promise<Policy> {
  const known = policies.get(text) ?? loadPolicy(text, { file: 'sluice.yaml' });
  policies.set(text, known);
  return known;
}
