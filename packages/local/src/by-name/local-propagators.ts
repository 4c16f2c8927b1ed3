import type { z } from 'zod';
import {
  draftAllowed,
  type ChatModel,
  type Label,
  type Policy,
  type Propagator,
  SluiceError,
} from '@sluice/core';
import { allowedThenFewestHidden } from '../labels/choose.ts';
import { minimalLabels } from '../labels/minimal-labels.ts';
import type { Search } from '../labels/search/search.ts';
import { pruned } from '../labels/search/shapley.ts';
import { searchMinimal } from '../labels/search/shipped.ts';
import { utilityByName } from '../labels/utility/by-name.ts';
import { httpScorer } from '../http/http-scorer.ts';
import { learnedChat } from '../http/learned-chat.ts';
import { replyText } from '../llama/reply/call-text.ts';
import { llamaScorer } from '../llama/llama-scorer.ts';
import type { OpenedLlama } from '../llama/open-llama.ts';
import type { Scorer } from '../port/scorer.ts';
import { attention } from '../screener/attention.ts';
import { readScreener, shippedScreener } from '../screener/file/shipped.ts';
import type { Screener } from '../screener/screener.ts';
import { countedScorer, type OnWork } from './model-work.ts';
import type { OpenModels } from './open-models.ts';
import { attentionOptions, labelOptions, readOptions } from './options.ts';
import type { PropagatorSpec } from './spec.ts';

/** A model that is asked in words, and what may be sent to it. */
export interface AskedModel {
  readonly model: ChatModel;
  readonly clearance: (policy: Policy) => Label;
}

export interface OpenerParts {
  readonly models: OpenModels;
  /** The label up to which the models that run here may see. */
  readonly clearance: (policy: Policy) => Label;
  /** The model that answers, where it can be asked more. */
  readonly answering: AskedModel | undefined;
  readonly onWork: OnWork;
}

/** Makes an opened propagator for a policy. */
export type Maker = (policy: Policy) => Propagator;

/** A propagator that texts may name. Models are there, or what to type is thrown, before a run. */
export interface NamedPropagator {
  readonly name: string;
  readonly open: (spec: PropagatorSpec, parts: OpenerParts) => Promise<Maker>;
}

/** The propagators of this package. */
export const localPropagators: readonly NamedPropagator[] = [
  {
    name: 'minimal-labels',
    open: async (spec, { models, clearance, onWork }) => {
      const options = readOptions(spec, labelOptions);
      const { scorer, template, mayRead } = await scoringModel(options, { models, clearance });
      const counted = countedScorer(scorer, onWork);
      return (policy) =>
        minimalLabels({
          ...searchOver({ template }, policy),
          search: searchWith(options),
          ...searchCosts(options),
          scorer: counted,
          clearance: mayRead(policy),
        });
    },
  },
  {
    name: 'attention',
    open: async (spec, { models, clearance }) => {
      const options = readOptions(spec, attentionOptions);
      const found = screenerNamed(options.screener);
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
  },
];

interface ScoringModel extends Pick<OpenedLlama, 'template'> {
  readonly scorer: Scorer;
  readonly mayRead: (policy: Policy) => Label;
}

/**
 * A model in this process, or one on a server: that is another provider, and is sent what the
 * policy lets a second model of its name read, which is nothing unless the policy says so. Throws
 * `propagator-invalid`, and what opening either throws.
 */
async function scoringModel(
  options: z.output<typeof labelOptions>,
  { models, clearance }: Pick<OpenerParts, 'models' | 'clearance'>,
): Promise<ScoringModel> {
  const { server: baseURL, model, tokenizer } = options;
  if (baseURL === undefined) {
    const llama = await models.llama(options);
    return { scorer: llamaScorer(llama), template: llama.template, mayRead: clearance };
  }
  if (tokenizer === undefined) throw noTokenizer();
  const { template, controlTexts } = learnedChat(tokenizer, model);
  const apiKey = process.env['SLUICE_SERVER_API_KEY'];
  return {
    scorer: httpScorer({ baseURL, model, controlTexts, apiKey }),
    template,
    mayRead: (policy) => policy.clearance(model, 'judge'),
  };
}

function noTokenizer(): SluiceError {
  return new SluiceError('propagator-invalid', 'a model on a server has no `tokenizer=FILE`', {
    hint: 'give its `tokenizer_config.json`: it tells the turns and the control tokens',
  });
}

/** Seeds the orders that Shapley values are sampled from. */
const shapleySeed = 7;

/** The search that is shipped, with labels dropped before it where that is asked for. */
export function searchWith({ prune, contribution, orders }: z.output<typeof labelOptions>): Search {
  if (prune === 'none') return searchMinimal;
  return pruned(searchMinimal, { threshold: contribution, orders, seed: shapleySeed });
}

/** The one that is shipped, RTBAS's network, or one's own by its file. */
function screenerNamed(name: string | undefined): Screener {
  if (name === undefined || name === 'network') return shippedScreener(name);
  return readScreener(name);
}

/** How a search for labels reads a history, and which of the labels that it finds it takes. */
export function searchOver({ template }: Pick<OpenedLlama, 'template'>, policy: Policy) {
  return {
    structure: 'keep',
    render: template.prompt,
    completionOf: replyText,
    search: searchMinimal,
    choose: allowedThenFewestHidden(draftAllowed(policy)),
  } as const;
}

export interface SearchCosts {
  readonly utility: string;
  readonly lambda: number;
  readonly labels: number;
  readonly tokens: number;
}

/** The cost that a search may have, from its options. */
export function searchCosts({ utility, lambda, labels, tokens }: SearchCosts) {
  return { utility: utilityByName(utility), lambda, labelsMax: labels, tokensMax: tokens };
}
