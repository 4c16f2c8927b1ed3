import type { Label } from '../label/label.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { generate, type GenerateInput, type Generated } from './generate.ts';
import type { Run } from './run.ts';

/** A generation that the main model has made, or that is judged as if it had. */
export type Draft = Extract<Generated, { kind: 'generated' }>;

/**
 * A draft that another model makes for the main one (RTBAS 9): it is sent what flows to `label` and
 * to its own clearance. What comes back is labelled `label`: the view that the main model would
 * generate from in the draft's stead.
 */
export async function draftByOther(
  run: Run,
  input: Omit<GenerateInput, 'purpose' | 'onText'> & { readonly model: ChatModel },
): Promise<Generated> {
  const { history, signal, model, label: wide } = input;
  const label = run.space.meet(wide, clearanceOf(run, model));
  const drafted = await generate(run, { history, signal, model, label, purpose: 'draft' });
  return { ...drafted, label: wide };
}

/**
 * A second model's provider may be sent what the policy names for it: as a judge, or to draft. A
 * policy that fails clears nothing.
 */
function clearanceOf(run: Run, { name }: ChatModel): Label {
  try {
    return run.options.policy.clearance(name, 'judge');
  } catch {
    return run.space.bottom;
  }
}
