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
