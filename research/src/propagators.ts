import { draftAllowed, namesWithin } from '@sluice/core';
import {
  type AskedModel,
  llamaModel,
  localPropagators,
  type LocalPropagators,
  type LocalPropagatorsOptions,
  type NamedPropagator,
  openLocalPropagators,
} from '@sluice/local';
import {
  count,
  countedChat,
  defaultModel,
  modelOptions,
  type OpenerParts,
  readOptions,
  searchCosts,
  searchOptions,
  searchOver,
  share,
} from '@sluice/local/inside';
import { z } from 'zod';
import { countedJudge } from './asking/counted.ts';
import { introspection } from './asking/introspection.ts';
import { multiExecution } from './asking/multi-execution.ts';
import { Datastore } from './knn/datastore.ts';
import { knnLabels } from './knn/knn-labels.ts';

/** Chosen on eighteen questions of our own, which are in no set that is measured on. */
const knnOptions = z.strictObject({
  ...searchOptions.shape,
  lambda: z.coerce.number().pipe(z.number().nonnegative()).default(0.05),
  k: count.default(16),
  temperature: z.coerce.number().pipe(z.number().positive()).default(0.03),
  gamma: share.default(0.5),
});

const unseen = z.enum(['relevant', 'irrelevant']).default('relevant');

/** Tokens of one answer of a local model. */
const output = count.default(512);

/** `model`: where it is left out, the model that answers is asked, if there is one to ask. */
const asked = { ...modelOptions, output, model: z.string().optional() };

const introspectionOptions = z.strictObject({
  ...asked,
  unseen,
  names: z.enum(['documents', 'regions']).default('documents'),
});

const judgeOptions = z.strictObject({
  ...modelOptions,
  output,
  unseen,
  reads: z.enum(['history', 'draft']).default('draft'),
});

const multiExecutionOptions = z.strictObject({ ...asked, calls: count.default(8) });

/** The papers' other propagators, named like those of the product wherever this is installed. */
export const researchPropagators: readonly NamedPropagator[] = [
  {
    name: 'knn-lm',
    open: async (spec, { models, clearance }) => {
      const options = readOptions(spec, knnOptions);
      const llama = await models.llama(options);
      const model = await models.inside(options.model, { method: 'gradient' });
      const datastore = new Datastore(model);
      const { k, temperature, gamma } = options;
      const mixture = { k, temperature, gamma, model, datastore, tokenizer: llama.tokenizer };
      return (policy) =>
        knnLabels({
          ...searchOver(llama, policy),
          ...searchCosts(options),
          ...mixture,
          clearance: clearance(policy),
        });
    },
  },
  {
    name: 'introspection',
    open: async (spec, parts) => {
      const { names, unseen: whereUnseen, ...options } = readOptions(spec, introspectionOptions);
      const { model, clearance } = await askedModel(options, parts);
      return (policy) =>
        introspection({ names, unseen: whereUnseen, model, clearance: clearance(policy) });
    },
  },
  {
    name: 'judge:local',
    open: async (spec, parts) => {
      const { reads, unseen: whereUnseen, ...options } = readOptions(spec, judgeOptions);
      const { model, clearance } = await askedModel(options, parts);
      return (policy) =>
        countedJudge({ model, reads, unseen: whereUnseen, clearance: clearance(policy) });
    },
  },
  {
    name: 'multi-execution',
    open: async (spec, parts) => {
      const { calls, ...options } = readOptions(spec, multiExecutionOptions);
      const { model, clearance } = await askedModel(options, parts);
      return (policy) =>
        multiExecution({
          model,
          clearance: clearance(policy),
          structure: 'keep',
          accept: draftAllowed(policy),
          modelCallsMax: calls,
        });
    },
  },
];

/** Every propagator that is opened by its name: the product's, then research's. */
const openedByName: readonly NamedPropagator[] = [...localPropagators, ...researchPropagators];

/** Their names. */
export const openedNames: readonly string[] = openedByName.map(({ name }) => name);

/** Tells whether a text names a propagator that is opened, alone or among others. */
export function namesOpened(text: string): boolean {
  const named = new Set(namesWithin(text).map((each) => each.split('(')[0]?.trim()));
  return openedNames.some((name) => named.has(name));
}

/** Opens what some texts name, of the product and of research. Throws as it does. */
export function openNamed(
  texts: readonly string[],
  options: Omit<LocalPropagatorsOptions, 'among'>,
): Promise<LocalPropagators> {
  return openLocalPropagators(texts, { ...options, among: openedByName });
}

/** The model that is named, else the one that answers, else the local default. */
async function askedModel(
  { model, context, output: outputTokensMax }: AskedOptions,
  { models, clearance, answering, onWork }: OpenerParts,
): Promise<AskedModel> {
  if (model === undefined && answering !== undefined) return answering;
  const llama = await models.llama({ model: model ?? defaultModel, context });
  return { model: countedChat(llamaModel(llama, { outputTokensMax }), onWork), clearance };
}

interface AskedOptions {
  readonly model?: string | undefined;
  readonly context: number;
  readonly output: number;
}
