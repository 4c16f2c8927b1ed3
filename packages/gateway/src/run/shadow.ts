import {
  cheapestFirst,
  naive,
  redact,
  type ChatModel,
  type Label,
  type ModelReply,
  type Policy,
  type Propagator,
  type PropagatorInput,
  type Relevance,
  type Ruling,
} from '@sluice/core';
import type { Profile } from '../settings/profile.ts';
import { canBeReadIn } from './can-be-read-in.ts';

type Guard = Pick<Profile, 'policy' | 'propagator' | 'propagatorTimeoutMs'>;

/** A reply that the client has had already. */
interface Passed {
  readonly model: string;
  readonly reply: ModelReply;
}

/**
 * Stands in for the policy and the propagator of a profile in `log` mode, where nothing is stopped
 * and nothing is generated again. The model saw all of the conversation, so all of it is relevant
 * to what it said, and that is the label that its reply has from then on. What the profile's own
 * propagator finds only says what would have happened: no history ever holds that label.
 */
export class Shadow {
  readonly policy: Policy;
  readonly propagator: Propagator;
  readonly #guard: Guard;
  #passed: Passed | undefined;
  /** Where the calls would have been decided, if the same could have been said from that view. */
  #narrow: Label | undefined;

  constructor(guard: Guard) {
    const { policy, propagator } = guard;
    this.#guard = guard;
    this.policy = {
      ...policy,
      ruleCall: (tool, args, place) => this.#ruled(policy.ruleCall(tool, args, place)),
      // Nobody can tell whether a narrower view would have produced a text.
      ruleAnswer: (text, form) => logged(policy.ruleAnswer(text, form)),
      // The client has had the text already.
      answerIsChecked: false,
      // The provider's own tools have already run.
      providerTool: (name) => {
        const { top } = policy.space;
        return { ceiling: top, result: policy.providerTool(name)?.result ?? top };
      },
      // The provider was sent everything, whatever it is cleared for.
      clearance: () => policy.space.top,
    };
    this.propagator = {
      name: `log:${propagator.name}`,
      needs: 'nothing',
      relevant: (input) => this.#relevant(input),
      forget: propagator.forget,
    };
  }

  /** The model of the next step: whatever it is shown, it has said what it said. */
  play(model: string, reply: ModelReply): ChatModel {
    this.#passed = { model, reply };
    return { name: model, generate: async () => reply };
  }

  async #relevant(input: PropagatorInput): Promise<Relevance> {
    this.#narrow = undefined;
    if (this.#passed !== undefined) await this.#screen(input, this.#passed);
    return { kind: 'all', because: 'naive' };
  }

  /** Asks the profile's propagator. One that fails or is late has narrowed nothing. */
  async #screen(input: PropagatorInput, { model, reply }: Passed): Promise<void> {
    const { policy, propagator, propagatorTimeoutMs } = this.#guard;
    const clearance = policy.clearance(model, 'main');
    const asked = cheapestFirst([propagator, naive()], {
      timeoutMsEach: propagatorTimeoutMs,
      accept: (label, { space, history, signal }) => {
        const narrow = space.meet(label, clearance);
        const view = redact(space, history, narrow, { structure: 'keep' });
        const isEnough = !signal.aborted && canBeReadIn(view, reply.calls);
        if (isEnough) this.#narrow = narrow;
        return isEnough;
      },
    });
    await asked.relevant({ ...input, draft: reply });
  }

  #ruled(ruling: Ruling): Ruling {
    const { space } = this.#guard.policy;
    if (ruling.kind !== 'ceiling' || this.#narrow === undefined) return logged(ruling);
    const narrow = this.#narrow;
    const ceilings = [ruling.ceiling, ...Object.values(ruling.perArgument)];
    const isAllowed = ceilings.every((ceiling) => space.flowsTo(narrow, ceiling));
    return isAllowed ? { ...ruling, ceiling: space.top, perArgument: {} } : logged(ruling);
  }
}

/** Nothing is stopped: the decision records what it would have been. */
function logged(ruling: Ruling): Ruling {
  if (ruling.kind === 'deny') {
    return { kind: 'never', rule: ruling.rule, onViolation: 'log', instead: 'deny' };
  }
  const instead = ruling.onViolation === 'block' ? 'deny' : 'ask';
  return { ...ruling, onViolation: 'log', instead };
}
