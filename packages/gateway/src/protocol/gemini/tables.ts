import { inert, labelField, leftOut, read, refused, type FieldTable } from '../shared/fields.ts';

/**
 * The rule for each field of a Gemini request, as the SDK's types name them. The protocol takes
 * each name in two spellings (`spelling.ts`); here all are written as the SDK does.
 */

const kept = 'leave it out: what the provider keeps or runs on its own cannot be labelled';

export const bodyFields: FieldTable = {
  model: leftOut, // it stands in the address
  contents: read,
  systemInstruction: read,
  tools: read,
  toolConfig: read,
  generationConfig: read,
  safetySettings: inert('array'),
  serviceTier: inert('string'),
  // The provider keeps nothing: `render` says so.
  store: leftOut,
  labels: leftOut,
  cachedContent: refused('send the whole conversation in `contents`'),
  continuationToken: refused('send the whole conversation in `contents`'),
};

const noAudio = 'ask for text: what the model speaks or draws cannot be checked';
const noLogprobs =
  'leave it out: an answer may come from several generations, whose probabilities do not add up';

export const generationFields: FieldTable = {
  temperature: inert('number'),
  topP: inert('number'),
  topK: inert('number'),
  maxOutputTokens: inert('number'),
  stopSequences: inert('array'),
  presencePenalty: inert('number'),
  frequencyPenalty: inert('number'),
  seed: inert('number'),
  mediaResolution: inert('string'),
  responseMimeType: inert('string'),
  responseSchema: inert('object'),
  responseJsonSchema: inert('object'),
  thinkingConfig: read,
  enableEnhancedCivicAnswers: leftOut,
  candidateCount: refused(
    'ask for one candidate at a time: each answer is checked, and waits, by itself',
    1,
  ),
  responseModalities: refused(noAudio, ['TEXT'], []),
  speechConfig: refused(noAudio),
  imageConfig: refused(noAudio),
  responseLogprobs: refused(noLogprobs, false),
  logprobs: refused(noLogprobs, 0),
};

export const thinkingFields: FieldTable = {
  includeThoughts: inert('boolean'),
  thinkingBudget: inert('number'),
  thinkingLevel: inert('string'),
};

/** The form of the answer is declared text. */
export const formFields = ['responseMimeType', 'responseSchema', 'responseJsonSchema'] as const;

export const contentFields: FieldTable = {
  role: read,
  parts: read,
};

/** Reasoning is replayed from our own store alone. */
const part = {
  thought: leftOut,
  thoughtSignature: leftOut,
  partMetadata: leftOut,
};

export const textPartFields: FieldTable = {
  [labelField]: read, // ours, not the provider’s
  ...part,
  text: read,
};

export const mediaPartFields: FieldTable = {
  ...part,
  inlineData: read,
  mediaResolution: inert('object'),
  videoMetadata: inert('object'),
};

export const blobFields: FieldTable = {
  mimeType: read,
  data: read,
  displayName: leftOut,
};

/** The provider fetches it, or has it already: who wrote what stands there nobody can tell. */
const fileHint =
  'send the file itself as `inlineData`: what the provider fetches or keeps has no label';

/** Parts that are refused, with what to do instead. Any other that is not read is kept unread. */
export const refusedParts: ReadonlyMap<string, string> = new Map([['fileData', fileHint]]);

export const callPartFields: FieldTable = {
  ...part,
  thoughtSignature: read, // ours has the call's id in it
  functionCall: read,
};

export const callFields: FieldTable = {
  id: read,
  name: read,
  args: read,
};

export const resultPartFields: FieldTable = {
  ...part,
  functionResponse: read,
};

export const resultFields: FieldTable = {
  id: read,
  name: read,
  response: read,
  parts: read,
  scheduling: leftOut,
  willContinue: refused('send the result when it is whole', false),
};

/** Tools of the provider stand beside the functions, each under its own name. */
export const toolFields: FieldTable = {
  functionDeclarations: read,
  googleSearch: read,
  googleSearchRetrieval: read,
  mcpServers: refused(kept, []),
};

export const searchFields: FieldTable = {
  timeRangeFilter: inert('object'),
  excludeDomains: inert('array'),
  blockingConfidence: inert('string'),
};

export const declarationFields: FieldTable = {
  name: read,
  description: read,
  parameters: read,
  parametersJsonSchema: read,
  // They describe the result, which the model is shown as it is.
  response: leftOut,
  responseJsonSchema: leftOut,
  behavior: leftOut,
};

export const toolConfigFields: FieldTable = {
  functionCallingConfig: read,
  retrievalConfig: leftOut,
  includeServerSideToolInvocations: leftOut,
};

export const callingFields: FieldTable = {
  mode: read,
  allowedFunctionNames: read,
  streamFunctionCallArguments: leftOut,
};

export const countFields: FieldTable = {
  contents: read,
  generateContentRequest: read,
};
