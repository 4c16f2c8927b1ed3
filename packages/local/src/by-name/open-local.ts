import { SluiceError, type PropagatorRegistry } from '@sluice/core';
import { weightsPath } from '../weights/cache.ts';
import {
  localPropagators,
  type Maker,
  type NamedPropagator,
  type OpenerParts,
} from './local-propagators.ts';
import type { OnWork } from './model-work.ts';
import { OpenModels } from './open-models.ts';
import { propagatorSpec, specsIn } from './spec.ts';

export interface LocalPropagatorsOptions extends Pick<OpenerParts, 'clearance'> {
  /** The propagators that texts may name; default: those of this package. */
  readonly among?: readonly NamedPropagator[] | undefined;
  /** The model that answers, for propagators that can ask it; default: none. */
  readonly answering?: OpenerParts['answering'];
  /** Threads for each model; default: 1, for the cores are the agent's too. */
  readonly threads?: number | undefined;
  /** Where the weights of an id are; default: in the cache that `sluice models pull` fills. */
  readonly pathOf?: ((id: string) => string) | undefined;
  /** Told of each run of a model that was opened here, for who measures what it costs. */
  readonly onWork?: OnWork | undefined;
}

export interface LocalPropagators extends AsyncDisposable {
  /**
   * Makes the propagators that were opened, by name, with the options as they were written: for
   * `registeredPropagator` of the core and the gateway's `propagators`.
   */
  readonly registry: PropagatorRegistry;
  /** Closes all models; what was made with them fails from then on. */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens all propagators that some texts name, e.g. the settings of a gateway:
 * `minimal-labels(lambda=0.2)`, `lineage+attention`. A model that several run on is opened once.
 * Throws `propagator-invalid` for options that cannot be, and what is thrown where weights or a
 * peer are missing: it says what to type.
 */
export async function openLocalPropagators(
  texts: readonly string[],
  options: LocalPropagatorsOptions,
): Promise<LocalPropagators> {
  const { threads = 1, pathOf = (id) => weightsPath(id), clearance, answering } = options;
  const { among = localPropagators, onWork = () => {} } = options;
  const models = new OpenModels({ threads, pathOf, onWork });
  const parts = { models, clearance, answering, onWork };
  const names = among.map(({ name }) => name);
  const opened = new Map<string, Maker>();
  try {
    for (const spec of texts.flatMap((text) => specsIn(text, names))) {
      const named = among.find(({ name }) => name === spec.name);
      if (named === undefined || opened.has(spec.key)) continue;
      opened.set(spec.key, await named.open(spec, parts));
    }
  } catch (error) {
    await models.dispose();
    throw error;
  }
  const maker = (name: string, written: string): Maker =>
    opened.get(propagatorSpec(name, written).key) ?? notOpened(name);
  return {
    registry: Object.fromEntries(
      among.map(({ name }) => [name, (policy, written) => maker(name, written)(policy)]),
    ),
    dispose: models.dispose,
    [Symbol.asyncDispose]: models.dispose,
  };
}

function notOpened(name: string): never {
  throw new SluiceError('propagator-invalid', `\`${name}\` was not opened with these options`, {
    hint: 'give `openLocalPropagators` every text that is used later',
  });
}
