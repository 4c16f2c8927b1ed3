export type { Saliency, SaliencyInput, SaliencyScores } from './port/saliency.ts';
export type { HiddenStates, States, StatesInput } from './port/hidden-states.ts';
export type { ScoreOptions, ScoreRequest, Scored, Scorer, TokenCount } from './port/scorer.ts';
export type { Tokenizer } from './port/tokenizer.ts';
export type { Utility } from './port/utility.ts';
export {
  encodePrompt,
  type EncodedPrompt,
  type Prompt,
  type PromptKind,
  type PromptPart,
  type PromptSpan,
} from './port/prompt.ts';
export type { OutputPart } from './screener/input/output-parts.ts';
export {
  renderingOf,
  type RegionRole,
  type Rendering,
  type ScreenedRegion,
} from './screener/input/rendering.ts';
export { windowsOf, type Span, type Window, type WindowLimits } from './screener/input/windows.ts';

export { utilities, utilityByName } from './labels/utility/by-name.ts';
export { logProbabilityDrop, tokenDrop } from './labels/utility/log-probability.ts';
export {
  perplexityDrop,
  perplexityOf,
  relativePerplexityDrop,
} from './labels/utility/perplexity.ts';
export type { ScoringBudget, ScoringCost } from './labels/loss/budget.ts';
export type { Losses } from './labels/loss/losses.ts';
export { ScoredLosses, type ScoredLossesOptions } from './labels/loss/scored-losses.ts';
export { fullLabel, minimalOnly, type LabelSearch, type Search } from './labels/search/search.ts';
export { descendMinimal } from './labels/search/descend.ts';
export { enumerateMinimal } from './labels/search/enumerate.ts';
export { descendedLabelsMax, searchMinimal } from './labels/search/shipped.ts';
export { aloneImportance, noImportance, type Importance } from './labels/search/importance.ts';
export { generatorsOf, type Generators } from './labels/search/generators.ts';
export {
  byLabel,
  documentsContext,
  type DocumentsOptions,
  type LabelledDocument,
} from './labels/context/documents.ts';
export { historyContext, type HistoryContextOptions } from './labels/context/history-context.ts';
export {
  scoredLosses,
  type ScoringOptions,
  type SearchedContext,
} from './labels/context/searched-context.ts';
export {
  allowedThenFewestHidden,
  type Accept,
  type Choose,
  type ChooseInput,
} from './labels/choose.ts';
export {
  minimalLabels,
  type MinimalLabelsOptions,
  type Raise,
  type Searched,
} from './labels/minimal-labels.ts';
export { raiseUntil, type Raised, type RaiseInput } from './labels/raise-until.ts';
export { targetCost, type TargetCost } from './labels/target-cost.ts';
export {
  featureNames,
  featuresOf,
  paperFeatureNames,
  type Measured,
} from './screener/features/region-features.ts';
export { RegionSaliency } from './screener/features/region-saliency.ts';
export type { MeasuredWindow } from './screener/measure/measured.ts';
export { openGguf, parseGguf, type GgufFile } from './gguf/read.ts';
export type { GgufHeader, PlacedTensor } from './gguf/header.ts';
export { reencode, type ReencodedType } from './gguf/reencode.ts';
export type { TensorInfo, TensorType } from './gguf/tensor-type.ts';
export type { GgufMetadata, GgufValue, Scalar, ScalarType } from './gguf/value.ts';
export {
  cachedPath,
  isPath,
  models,
  modelsFolder,
  weightsPath,
  type CacheOptions,
  type ListedWeights,
} from './weights/cache.ts';
export type {
  OwnWeights,
  PythonArchive,
  WantedWeights,
  WeightsEntry,
  WeightsSource,
} from './weights/entry.ts';
export { pull, type PullOptions } from './weights/pull.ts';
export type { PullIo, PullProgress } from './weights/pull-io.ts';
export { verify, type VerifyOptions } from './weights/verify.ts';
export { attention, type AttentionOptions } from './screener/attention.ts';
export {
  calibrate,
  probabilityOf,
  type Calibration,
  type Judged,
} from './screener/calibration/platt.ts';
export { standardised, standardOf, type Standard } from './screener/features/standard.ts';
export { parseScreener, printScreener } from './screener/file/screener-file.ts';
export { readScreener, shippedScreener, type ShippedName } from './screener/file/shipped.ts';
export { measure } from './screener/measure/measure.ts';
export type { Network } from './screener/network/network.ts';
export {
  columnsOf,
  logitsFrom,
  probabilitiesFrom,
  probabilitiesOf,
  type Choice,
  type FeatureSource,
  type Judge,
  type Screener,
} from './screener/screener.ts';
export { openSaliency, type ModelInside, type OpenSaliency } from './saliency/open-saliency.ts';
export type { SaliencyMethod } from './saliency/model/llama-model.ts';
export {
  openLocalPropagators,
  type LocalPropagators,
  type LocalPropagatorsOptions,
} from './by-name/open-local.ts';
export type { ModelWork, OnWork } from './by-name/model-work.ts';
export {
  localPropagators,
  type AskedModel,
  type NamedPropagator,
} from './by-name/local-propagators.ts';
export { windowLimits } from './screener/input/window-limits.ts';
export { openLlama, type OpenedLlama, type OpenLlamaOptions } from './llama/open-llama.ts';
export { openTokenizer, type OpenedTokenizer } from './llama/llama-tokenizer.ts';
export { llamaModel, type LlamaModelOptions } from './llama/llama-model.ts';
export { llamaScorer } from './llama/llama-scorer.ts';
export { inTreeOrder, scoreAll } from './llama/score-all.ts';
export {
  chatTemplate,
  type ChatTemplate,
  type ChatTemplateSource,
  type PromptOptions,
} from './llama/template/chat-template.ts';
export { callText, replyText } from './llama/reply/call-text.ts';
export { httpScorer, type HttpScorerOptions } from './http/http-scorer.ts';
export type { EmbedOptions, Embedder } from './port/embedder.ts';
export { nearestSearch, type NearestSearch } from './embed/nearest.ts';
export {
  openEmbedder,
  type OpenedEmbedder,
  type OpenEmbedderOptions,
} from './embed/open-embedder.ts';
