import {
  draftAllowed,
  type ChatModel,
  type Label,
  type Policy,
  type Propagator,
} from '@sluice/core';
import { countedJudge } from '../asking/counted-judge.ts';
import { introspection } from '../asking/introspection.ts';
import { Datastore } from '../knn/datastore.ts';
import { knnLabels } from '../knn/knn-labels.ts';
import { allowedThenFewestHidden } from '../labels/choose.ts';
import { minimalLabels } from '../labels/minimal-labels.ts';
import { multiExecution } from '../labels/multi-execution.ts';
import { enumerateMinimal } from '../labels/search/enumerate.ts';
import { aloneImportance } from '../labels/search/importance.ts';
import { utilityByName } from '../labels/utility/by-name.ts';
import { replyText } from '../llama/call-text.ts';
import { llamaModel } from '../llama/llama-model.ts';
import { llamaScorer } from '../llama/llama-scorer.ts';
import type { OpenedLlama } from '../llama/open-llama.ts';
import { attention } from '../screener/attention.ts';
import { readScreener, shippedScreener } from '../screener/file/shipped.ts';
import { countedChat, countedScorer, type OnWork } from './model-work.ts';
import type { OpenModels } from './open-models.ts';
import {
  attentionOptions,
  defaultModel,
  introspectionOptions,
  judgeOptions,
  knnOptions,
  multiExecutionOptions,
  readOptions,
  searchOptions,
} from './options.ts';
import type { LocalName, LocalSpec } from './spec.ts';

/** A model that is asked in words, and what may be sent to it. */
export interface AskedModel {
  readonly model: ChatModel;
  readonly clearance: (policy: Policy) => Label;
}

export interface OpenerParts {
  readonly models: OpenModels;
  /** What the models that run here may be shown. */
  readonly clearance: (policy: Policy) => Label;
  /** The model that answers, where it can be asked more. */
  readonly answering: AskedModel | undefined;
  readonly onWork: OnWork;
}

/** Makes an opened propagator for a policy. */
export type Maker = (policy: Policy) => Propagator;

type Opener = (spec: LocalSpec, parts: OpenerParts) => Promise<Maker>;

/** How each propagator is opened; models are there, or what to type is thrown, before a run. */
export const openers: Readonly<Record<LocalName, Opener>> = {
  'minimal-labels': async (spec, { models, clearance, onWork }) => {
    const options = readOptions(spec, searchOptions);
    const llama = await models.llama(options);
    const scorer = countedScorer(llamaScorer(llama), onWork);
    return (policy) =>
      minimalLabels({
        ...searchOver(llama, policy),
        ...costs(options),
        scorer,
        clearance: clearance(policy),
      });
  },
  'knn-lm': async (spec, { models, clearance }) => {
    const options = readOptions(spec, knnOptions);
    const llama = await models.llama(options);
    const model = await models.inside(options.model, { method: 'gradient' });
    const datastore = new Datastore(model);
    const { k, temperature, gamma } = options;
    const mixture = { k, temperature, gamma, model, datastore, tokenizer: llama.tokenizer };
    return (policy) =>
      knnLabels({
        ...searchOver(llama, policy),
        ...costs(options),
        ...mixture,
        clearance: clearance(policy),
      });
  },
  attention: async (spec, { models, clearance }) => {
    const options = readOptions(spec, attentionOptions);
    const found =
      options.screener === undefined ? shippedScreener() : readScreener(options.screener);
    const screener = { ...found, threshold: options.threshold ?? found.threshold };
    const { model, method } = screener.source;
    const [kind, window] = method.split('/');
    const saliency = await models.inside(model, {
      method: kind === 'attention' ? kind : 'gradient',
      ...(window !== undefined && { windowTokensMax: Number(window) }),
    });
    const tokenizer = await models.tokenizer(model);
    const shown = { declarations: 'called', answers: 'all' } as const;
    return (policy) =>
      attention({ screener, saliency, tokenizer, ...shown, clearance: clearance(policy) });
  },
  introspection: async (spec, parts) => {
    const { names, unseen, ...options } = readOptions(spec, introspectionOptions);
    const asked = await askedModel(options, parts);
    return (policy) =>
      introspection({ names, unseen, model: asked.model, clearance: asked.clearance(policy) });
  },
  'judge:local': async (spec, parts) => {
    const { reads, unseen, ...options } = readOptions(spec, judgeOptions);
    const { model, clearance } = await askedModel(options, parts);
    return (policy) => countedJudge({ model, reads, unseen, clearance: clearance(policy) });
  },
  'multi-execution': async (spec, parts) => {
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
};

/** The model that is named, else the one that answers, else the local default. */
async function askedModel(
  { model, context, output }: AskedOptions,
  { models, clearance, answering, onWork }: OpenerParts,
): Promise<AskedModel> {
  if (model === undefined && answering !== undefined) return answering;
  const llama = await models.llama({ model: model ?? defaultModel, context });
  const chat = llamaModel(llama, { outputTokensMax: output });
  return { model: countedChat(chat, onWork), clearance };
}

interface AskedOptions {
  readonly model?: string | undefined;
  readonly context: number;
  readonly output: number;
}

function searchOver(llama: OpenedLlama, policy: Policy) {
  return {
    structure: 'keep',
    render: llama.template.prompt,
    completionOf: replyText,
    search: enumerateMinimal(aloneImportance),
    choose: allowedThenFewestHidden(draftAllowed(policy)),
  } as const;
}

interface Costs {
  readonly utility: string;
  readonly lambda: number;
  readonly labels: number;
  readonly tokens: number;
}

function costs({ utility, lambda, labels, tokens }: Costs) {
  return { utility: utilityByName(utility), lambda, labelsMax: labels, tokensMax: tokens };
}
