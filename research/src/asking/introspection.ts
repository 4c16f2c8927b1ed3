import {
  type ChatModel,
  joinAll,
  type Label,
  limits,
  type ModelReply,
  type Propagator,
  type PropagatorInput,
  regionsOf,
  type Relevance,
} from '@sluice/core';
import { counted, type CountedPropagator } from './counted.ts';
import { introspectionPrompt } from './introspection-prompt.ts';
import { type Naming, numberedHistory } from './numbered.ts';

export interface IntrospectionOptions {
  readonly model: ChatModel;
  /** The clearance of the model's provider; everything else is a placeholder to it. */
  readonly clearance: Label;
  /** `documents` is the paper's setting; `regions` names as finely as labels are. */
  readonly names: Naming;
  /**
   * The clearance of the model that drafts, where it is less than everything: the draft carries no
   * more than that. A model that is not cleared for the draft is not asked.
   */
  readonly draftClearance?: Label | undefined;
  /** How a region counts that the model cannot see, as for a judge (`JudgeOptions`). */
  readonly unseen: 'relevant' | 'irrelevant';
}

/**
 * The model that has drafted says which documents its draft is made from (permissive propagation
 * 4.3): instructions, one example, and a forced call that returns their numbers. Any other answer
 * than numbers that exist, each once, makes everything relevant, and is counted; so is one that
 * repeats the example's, which stays what it says.
 */
export function introspection(options: IntrospectionOptions): CountedPropagator {
  return counted(options.model, (model, onParroted): Propagator => {
    return {
      name: 'introspection',
      needs: 'draft',
      relevant: (input) => introspected({ ...options, model, onParroted }, input),
    };
  });
}

interface Asking extends IntrospectionOptions {
  readonly onParroted: () => void;
}

async function introspected(options: Asking, input: Drafted): Promise<Relevance> {
  const { space, history, signal, draft } = input;
  const { model, names, clearance, draftClearance = space.top } = options;
  const whole = joinAll(
    space,
    regionsOf(history).map(({ label }) => label),
  );
  // The draft carries the label of all that its model saw: who may not read that may not read it.
  const draftLabel = space.meet(whole, draftClearance);
  if (!space.flowsTo(draftLabel, clearance)) return { kind: 'all', because: 'draft-missing' };
  const shown = numberedHistory(space, history, options);
  if (shown.text.length > limits.judgedCharactersMax)
    return { kind: 'all', because: 'limit-reached' };
  const count = shown.numbered.length;
  const asked = introspectionPrompt({ text: shown.text, count, names, draft, reasons: true });
  const { report, messages, isParroted } = asked;
  const view = { messages, tools: [report.tool] };
  const reply = await model.generate({ view, mustCall: report.tool.name }, { signal });
  if (isParroted(reply)) options.onParroted();
  const numbers = report.read(reply);
  if (numbers === undefined) return { kind: 'all', because: 'judge-unclear' };
  const named = numbers.flatMap((number) => shown.numbered[number - 1] ?? []);
  const unseen = options.unseen === 'relevant' ? shown.unseen : [];
  const regions = [...new Set([...named, ...shown.always, ...unseen])];
  return { kind: 'regions', regions, evidence: [], unsourced: [] };
}

type Drafted = PropagatorInput & { readonly draft: ModelReply };
