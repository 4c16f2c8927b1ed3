import {
  type ChatModel,
  loadPolicy,
  Monitor,
  type PlainMessage,
  type Policy,
  type Propagator,
  type PropagatorInput,
  type Relevance,
  type Tool,
} from '@sluice/core';
import type { Episode, Left, SecDefence } from '../defence/defence.ts';
import { linkedBy, writeOut } from '../defence/shown.ts';
import { type Observation, openLink, type SecTask } from '../task/task.ts';
import { everythingIn, passedIn } from './standing.ts';

/** The inputs of a propagator; only the oracle looks at the task. */
export interface PropagatorFor extends Pick<Episode, 'task' | 'side'> {
  /** For those that ask a model; what it receives is no input of the agent's. */
  readonly model: ChatModel;
  readonly policy: Policy;
}

export interface GuardedOptions {
  /**
   * The name of the defence: `sluice-NAME` by the propagator's name, or its own where
   * something differs.
   */
  readonly defence: string;
  readonly propagator: (parts: PropagatorFor) => Propagator;
  /** Default: the task's own. */
  readonly policy?: (task: SecTask) => string;
}

class ModelAfter implements ChatModel {
  readonly name: string;
  /** For each generation, its number among those that the model was asked for, if it was one. */
  readonly numbers: (number | undefined)[] = [];
  readonly generate: ChatModel['generate'];
  /**
   * Set once the tool has answered in this turn: a view that hides the look-up ends in the user's
   * words again, and is the model's all the same.
   */
  hasLookedUp = false;
  #asked = 0;

  constructor(inner: ChatModel, { lookUp }: LookUpFirst) {
    this.name = inner.name;
    this.generate = ({ view, ...request }, options) => {
      if (isFirst(view.messages) && !this.hasLookedUp) {
        this.numbers.push(undefined);
        const call = { tool: lookUp, args: '{}' };
        return Promise.resolve({ text: '', calls: [call], stop: 'complete' });
      }
      this.numbers.push(this.#asked);
      this.#asked += 1;
      // As in the paper, actions are proposed in what the model says: no tool is declared to it.
      const bare = { messages: view.messages, tools: [] };
      return inner.generate({ ...request, view: bare }, options);
    };
  }
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

/**
 * In the games the application looks up before the model is asked (Game 2: the model receives what
 * was retrieved). So each turn begins with one fixed call; model and propagator come after it.
 */
interface LookUpFirst {
  readonly lookUp: string;
}

/** Before the look-up nothing of this turn depends on anything: its call is the application's. */
function propagatorAfter(inner: Propagator): Propagator {
  const { name } = inner;
  return inner.needs === 'nothing'
    ? { name, needs: 'nothing', relevant: (input) => before(input) ?? inner.relevant(input) }
    : { name, needs: 'draft', relevant: (input) => before(input) ?? inner.relevant(input) };
}

function before({ space, history }: PropagatorInput): Relevance | undefined {
  return isFirst(history.messages) ? { kind: 'label', label: space.bottom } : undefined;
}

function isFirst(messages: readonly { readonly role: PlainMessage['role'] }[]): boolean {
  return messages.at(-1)?.role === 'user';
}
