// For the research of this repository: parts of the product that its experiments are built of. They
// change without notice, so a program of your own should import `@sluice/local` alone.
export {
  searchCosts,
  searchOver,
  type AskedModel,
  type OpenerParts,
} from './by-name/local-propagators.ts';
export { countedChat } from './by-name/model-work.ts';
export {
  count,
  defaultModel,
  modelOptions,
  readOptions,
  searchOptions,
  share,
} from './by-name/options.ts';
export { everything } from './labels/everything.ts';
export { readable, uncleared } from './labels/context/history-context.ts';
export { pruned } from './labels/search/shapley.ts';
export { readCalls } from './llama/reply/call-text.ts';
export { measuredFeatureNames } from './screener/features/region-features.ts';
export { contentsOf, runsOf } from './screener/input/region-text.ts';
export { addGradient, logitsOf, type LossOf } from './screener/network/network.ts';
export { sharesOf } from './screener/measure/measure.ts';
export { initialParameters } from './screener/network/parameters.ts';
export { sigmoid } from './screener/network/matrix.ts';
