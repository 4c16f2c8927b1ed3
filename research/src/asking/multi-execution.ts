import {
  joinAll,
  placeholder,
  redact,
  regionsOf,
  SluiceError,
  type ChatModel,
  type Label,
  type ModelReply,
  type PlainTool,
  type Propagator,
  type PropagatorInput,
  type Structure,
  type View,
} from '@sluice/core';
import { type Accept, generatorsOf } from '@sluice/local';
import { everything, uncleared } from '@sluice/local/inside';

export interface MultiExecutionOptions {
  readonly model: ChatModel;
  /** The clearance of the model's provider; regions above it count as relevant. */
  readonly clearance: Label;
  readonly structure: Structure;
  /** True if calls are allowed at a label, e.g. core's `draftAllowed(policy)`. */
  readonly accept: Accept;
  /** How many times the model may be run for one step; needing more is the full label. */
  readonly modelCallsMax: number;
  /** Told how many times the model was run for a step, failed steps included. */
  readonly onExecuted?: ((executed: Executed) => void) | undefined;
}

export interface Executed {
  readonly modelCalls: number;
}

/** The tool by which a model signals that it needs what is hidden. */
export const needHidden: PlainTool = {
  name: 'need_hidden_text',
  description: `Call this, and nothing else, where the request cannot be served without a text that stands hidden behind ${placeholder}.`,
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/**
 * Secure multi-execution of a step (docs/propagators.md): the model is run on the view at the
 * lowest label first, then with one label present more each time, until it makes calls that are
 * allowed there or answers without signalling that it needs more. That a run was not enough depends
 * on what it saw, so the answer carries the join of all labels tried; and so each run is shown
 * that join: it costs nothing more. What is chosen is a function of what flows to it and of the
 * labels present, so the choice leaks nothing of what stays hidden.
 */
export function multiExecution(
  options: MultiExecutionOptions,
): Extract<Propagator, { readonly needs: 'nothing' }> {
  return {
    name: 'multi-execution',
    needs: 'nothing',
    relevant: async (input) => {
      const runs = new Runs(options, input);
      try {
        return { kind: 'label', label: await lowestEnough(runs, options, input) };
      } catch (error) {
        return everything(error);
      } finally {
        options.onExecuted?.({ modelCalls: runs.count });
      }
    },
  };
}

async function lowestEnough(
  runs: Runs,
  { clearance }: MultiExecutionOptions,
  { space, history }: PropagatorInput,
): Promise<Label> {
  const labels = regionsOf(history).map(({ label }) => label);
  const floor = joinAll(space, uncleared(space, history, clearance));
  const full = joinAll(space, labels);
  let tried: Label | undefined;
  for (const next of [floor, ...generatorsOf({ space, labels, floor }).all]) {
    const label = tried === undefined ? next : space.join(tried, next);
    // With everything shown the answer is the full label, whatever the model would do.
    if (label === full) return full;
    if (label !== tried && (await runs.isEnoughAt(label))) return label;
    tried = label;
  }
  return full;
}

class Runs {
  count = 0;
  readonly #options: MultiExecutionOptions;
  readonly #input: PropagatorInput;

  constructor(options: MultiExecutionOptions, input: PropagatorInput) {
    this.#options = options;
    this.#input = input;
  }

  async isEnoughAt(label: Label): Promise<boolean> {
    const { model, clearance, structure, accept, modelCallsMax } = this.#options;
    const { space, history, signal } = this.#input;
    if (!(this.count < modelCallsMax)) throw tooManyCalls();
    this.count += 1;
    const view = redact(space, history, space.meet(label, clearance), { structure });
    const draft = await model.generate({ view: withSignal(view) }, { signal });
    if (draft.stop !== 'complete' || signalsNeed(draft)) return false;
    return draft.calls.length > 0
      ? accept(label, { ...this.#input, draft })
      : draft.text.trim() !== '';
  }
}

function withSignal({ messages, tools }: View): View {
  if (tools.some(({ name }) => name === needHidden.name)) {
    throw new SluiceError('tools-invalid', `a tool is named \`${needHidden.name}\``, {
      hint: 'give it another name: multi-execution signals by this one',
    });
  }
  return { messages, tools: [...tools, needHidden] };
}

/** A placeholder that is handed on says as much as the signal: what it stands for is wanted. */
function signalsNeed({ text, calls }: ModelReply): boolean {
  const written = [text, ...calls.map(({ args }) => args)];
  return (
    calls.some(({ tool }) => tool === needHidden.name) ||
    written.some((each) => each.includes(placeholder))
  );
}

function tooManyCalls(): SluiceError {
  return new SluiceError('limit-exceeded', 'multi-execution ran the model too often for a step', {
    hint: 'raise `modelCallsMax`, or use fewer labels',
  });
}
