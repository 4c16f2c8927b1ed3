import { SluiceError, type Policy, type Propagator } from '@sluice/core';
import { weightsPath } from '../weights/cache.ts';
import type { OnWork } from './model-work.ts';
import { openers, type Maker, type OpenerParts } from './openers.ts';
import { OpenModels } from './open-models.ts';
import { localSpec, localSpecsIn, type LocalName } from './spec.ts';

export interface LocalPropagatorsOptions extends Pick<OpenerParts, 'clearance'> {
  /** The model that answers, where introspection and multi-execution can ask it; default: none. */
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
   * core's `PropagatorParts.more` and the gateway's `propagators`.
   */
  readonly make: Readonly<Record<LocalName, (policy: Policy, options: string) => Propagator>>;
  /** Closes all models; what was made with them fails from then on. */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens all propagators of this package that some texts name, e.g. the settings of a gateway:
 * `minimal-labels(lambda=0.2)`, `lineage+attention`. A model that several run on is opened once.
 * Throws `propagator-invalid` for options that cannot be, and what is thrown where weights or a
 * peer are missing: it says what to type.
 */
export async function openLocalPropagators(
  texts: readonly string[],
  options: LocalPropagatorsOptions,
): Promise<LocalPropagators> {
  const { threads = 1, pathOf = (id) => weightsPath(id), clearance, answering } = options;
  const onWork = options.onWork ?? ((): void => {});
  const models = new OpenModels({ threads, pathOf, onWork });
  const opened = new Map<string, Maker>();
  try {
    for (const spec of texts.flatMap(localSpecsIn)) {
      if (opened.has(spec.key)) continue;
      opened.set(
        spec.key,
        await openers[spec.name](spec, { models, clearance, answering, onWork }),
      );
    }
  } catch (error) {
    await models.dispose();
    throw error;
  }
  const makerOf = (name: LocalName) => (policy: Policy, written: string) =>
    (opened.get(localSpec(name, written).key) ?? notOpened(name))(policy);
  return {
    make: {
      'minimal-labels': makerOf('minimal-labels'),
      attention: makerOf('attention'),
      'knn-lm': makerOf('knn-lm'),
      introspection: makerOf('introspection'),
      'judge:local': makerOf('judge:local'),
      'multi-execution': makerOf('multi-execution'),
    },
    dispose: models.dispose,
    [Symbol.asyncDispose]: models.dispose,
  };
}

function notOpened(name: LocalName): never {
  throw new SluiceError('propagator-invalid', `\`${name}\` was not opened with these options`, {
    hint: 'give `openLocalPropagators` every text that is used later',
  });
}
