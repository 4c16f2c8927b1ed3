import { placeholder, SluiceError, type ChatModel, type ModelReply } from '@sluice/core';
import type { ChatTemplate, PromptPart } from '@sluice/local';
import { readCalls } from '@sluice/local/inside';
import { KnnLm, type KnnLmOptions } from './knn-lm.ts';

export interface KnnModelOptions extends KnnLmOptions {
  /** Of the same weights; results of tools are its documents. */
  readonly template: ChatTemplate;
  /** Whether a token ends a turn of this model. */
  readonly ends: (token: number) => boolean;
  readonly outputTokensMax: number;
  /** The name by which a policy's clearances know it. Default: `knn:MODEL`. */
  readonly name?: string | undefined;
}

/**
 * A chat model that answers from the mixture of permissive propagation 3.4: the results of tools in
 * a view are its datastore, everything else its prompt. With `knnLabels` over the same weights,
 * what is scored and what is regenerated are one model. No grammar holds it to a form, so it is for
 * answers; `generate` throws `model-failed` where a call is to be forced.
 */
export function knnModel(options: KnnModelOptions): ChatModel {
  const { template, ends, outputTokensMax: tokensMax } = options;
  const knn = new KnnLm(options);
  return {
    name: options.name ?? `knn:${knn.model}`,
    generate: async ({ view, mustCall }, { signal, onText }) => {
      if (mustCall !== undefined) throw cannotBeForced(knn.model);
      const prompt = template.prompt(view, { cut: visibleParts });
      const { text, stop } = await knn.generate({ prompt, tokensMax, ends, signal });
      const calls = text.startsWith('{') ? readCalls(text, view.tools) : [];
      const reply: ModelReply = { text: calls.length === 0 ? text : '', calls, stop };
      if (reply.text !== '') onText?.(reply.text);
      return reply;
    },
  };
}

/** What stands around something hidden is a document of its own: the same, whatever is hidden. */
function visibleParts(part: PromptPart): readonly PromptPart[] {
  if (part.kind !== 'document') return [part];
  const pieces = part.text.split(placeholder);
  return pieces
    .flatMap((text, at) => (at === 0 ? [text] : [placeholder, text]))
    .filter((text) => text !== '')
    .map((text) => ({ ...part, text }));
}

function cannotBeForced(model: string): SluiceError {
  return new SluiceError(
    'model-failed',
    `\`${model}\` as \`knn-lm\` cannot be made to call a tool`,
    {
      hint: 'ask `llamaModel` of the same weights, which a grammar holds to calls',
    },
  );
}
