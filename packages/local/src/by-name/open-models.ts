import { openTokenizer, type OpenedTokenizer } from '../llama/llama-tokenizer.ts';
import { openLlama, type OpenedLlama } from '../llama/open-llama.ts';
import { openSaliency, type ModelInside, type OpenSaliency } from '../saliency/open-saliency.ts';
import { isPath } from '../weights/cache.ts';
import { countedInside, type OnWork } from './model-work.ts';

export interface OpenModelsOptions {
  /** Threads for each model; where cores are shared, one is often faster than all. */
  readonly threads: number;
  /** Where the weights of an id are; throws what to type where they are not. */
  readonly pathOf: (id: string) => string;
  readonly onWork: OnWork;
}

export interface WantedLlama {
  readonly model: string;
  /** Tokens of the longest prompt. */
  readonly context: number;
  readonly gpu?: boolean | undefined;
}

/** Opens each model once, for all propagators that run on it, and closes them together. */
export class OpenModels implements AsyncDisposable {
  readonly #options: OpenModelsOptions;
  readonly #llamas = new Map<string, Promise<OpenedLlama>>();
  readonly #tokenizers = new Map<string, Promise<OpenedTokenizer>>();
  readonly #insides = new Map<string, Promise<ModelInside>>();

  constructor(options: OpenModelsOptions) {
    this.#options = options;
  }

  /** Throws `peer-missing`, `file-unreadable` and `weights-invalid`. */
  llama({ model, context, gpu = false }: WantedLlama): Promise<OpenedLlama> {
    const { threads } = this.#options;
    return once(this.#llamas, `${model} ${context} ${gpu}`, () =>
      openLlama({ ...this.#fileOf(model), threads, contextTokensMax: context, gpu }),
    );
  }

  /** A vocabulary alone, which takes no memory for weights. Throws the same. */
  tokenizer(model: string): Promise<OpenedTokenizer> {
    return once(this.#tokenizers, model, () => openTokenizer(this.#fileOf(model)));
  }

  /** Weights that are given by a path are known by the name of the file, without its folder. */
  #fileOf(model: string): { readonly path: string; readonly model: string | undefined } {
    return { path: this.#options.pathOf(model), model: isPath(model) ? undefined : model };
  }

  /** Throws the same. */
  inside(
    model: string,
    wanted: Pick<OpenSaliency, 'method' | 'windowTokensMax'>,
  ): Promise<ModelInside> {
    const { threads, pathOf, onWork } = this.#options;
    return once(this.#insides, `${model} ${wanted.method} ${wanted.windowTokensMax}`, async () =>
      countedInside(await openSaliency({ ...wanted, path: pathOf(model), model, threads }), onWork),
    );
  }

  /** Closes all that could be opened, whatever failed. */
  readonly dispose = async (): Promise<void> => {
    const all = [this.#llamas, this.#tokenizers, this.#insides];
    const opened = await Promise.allSettled(all.flatMap((models) => [...models.values()]));
    for (const models of all) models.clear();
    for (const each of opened) if (each.status === 'fulfilled') await each.value.dispose();
  };

  readonly [Symbol.asyncDispose] = this.dispose;
}

function once<Model>(
  models: Map<string, Promise<Model>>,
  key: string,
  open: () => Promise<Model>,
): Promise<Model> {
  const known = models.get(key) ?? open();
  models.set(key, known);
  return known;
}
