import type { ChatModel, Policy, Propagator } from '@sluice/core';
import { inProcess, namedPropagator, openNamed } from '../local/open-named.ts';

export interface NamedGuard {
  /** `undefined` where none is named. */
  readonly guard: Propagator | undefined;
  readonly close: () => Promise<void>;
}

/**
 * The guard that `--propagator` names: any that settings can name. One that asks the model that
 * answers may ask the demo's. Throws `propagator-invalid`, and what a local one throws where its
 * weights or a peer are missing.
 */
export async function guardNamed(
  name: string | undefined,
  { policy, model }: { readonly policy: Policy; readonly model: ChatModel },
): Promise<NamedGuard> {
  if (name === undefined) return { guard: undefined, close: async () => {} };
  const clearance = (of: Policy): Policy['space']['top'] => of.clearance(model.name, 'main');
  const answering = { model, clearance };
  const { registry, dispose } = await openNamed([name], { clearance: inProcess, answering });
  try {
    return { guard: namedPropagator(name, { policy, registry }), close: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
