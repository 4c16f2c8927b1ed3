import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { Covers, FieldTable } from '../shared/fields.ts';
import * as tables from './tables.ts';

type Prompt =
  | OpenAI.ChatCompletionSystemMessageParam
  | OpenAI.ChatCompletionDeveloperMessageParam
  | OpenAI.ChatCompletionUserMessageParam;

/**
 * The fields of a response that clients send back although the type of a request does not
 * allow them.
 */
type Echoed = 'annotations' | 'parsed' | 'reasoning' | 'reasoning_content' | 'reasoning_details';

/** A field that a new version of the SDK adds is missing here, and this does not compile. */
const covered: readonly (readonly [string, FieldTable])[] = [
  ['bodyTable', tables.bodyTable satisfies Covers<OpenAI.ChatCompletionCreateParams>],
  [
    'streamOptionsTable',
    tables.streamOptionsTable satisfies Covers<OpenAI.ChatCompletionStreamOptions>,
  ],
  [
    'cacheOptionsTable',
    tables.cacheOptionsTable satisfies Covers<OpenAI.ChatCompletionCreateParams.PromptCacheOptions>,
  ],
  ['promptTable', tables.promptTable satisfies Covers<Prompt>],
  [
    'assistantTable',
    tables.assistantTable satisfies Covers<OpenAI.ChatCompletionAssistantMessageParam, Echoed>,
  ],
  [
    'toolMessageTable',
    tables.toolMessageTable satisfies Covers<OpenAI.ChatCompletionToolMessageParam, 'name'>,
  ],
  [
    'calledFunctionTable',
    tables.calledFunctionTable satisfies Covers<
      OpenAI.ChatCompletionMessageFunctionToolCall.Function,
      'parsed_arguments'
    >,
  ],
  [
    'functionCallTable',
    tables.functionCallTable satisfies Covers<
      OpenAI.ChatCompletionMessageFunctionToolCall,
      'index'
    >,
  ],
  [
    'calledCustomTable',
    tables.calledCustomTable satisfies Covers<OpenAI.ChatCompletionMessageCustomToolCall.Custom>,
  ],
  ['textPartTable', tables.textPartTable satisfies Covers<OpenAI.ChatCompletionContentPartText>],
  [
    'refusalPartTable',
    tables.refusalPartTable satisfies Covers<OpenAI.ChatCompletionContentPartRefusal>,
  ],
  [
    'spokenTextTable',
    tables.spokenTextTable satisfies Covers<OpenAI.ChatCompletionContentPartText>,
  ],
  [
    'spokenRefusalTable',
    tables.spokenRefusalTable satisfies Covers<OpenAI.ChatCompletionContentPartRefusal>,
  ],
  ['imagePartTable', tables.imagePartTable satisfies Covers<OpenAI.ChatCompletionContentPartImage>],
  [
    'audioPartTable',
    tables.audioPartTable satisfies Covers<OpenAI.ChatCompletionContentPartInputAudio>,
  ],
  ['filePartTable', tables.filePartTable satisfies Covers<OpenAI.ChatCompletionContentPart.File>],
  [
    'imageTable',
    tables.imageTable satisfies Covers<OpenAI.ChatCompletionContentPartImage.ImageURL>,
  ],
  [
    'audioTable',
    tables.audioTable satisfies Covers<OpenAI.ChatCompletionContentPartInputAudio.InputAudio>,
  ],
  ['fileTable', tables.fileTable satisfies Covers<OpenAI.ChatCompletionContentPart.File.File>],
  [
    'functionToolTable',
    tables.functionToolTable satisfies Covers<OpenAI.ChatCompletionFunctionTool>,
  ],
  ['functionTable', tables.functionTable satisfies Covers<OpenAI.FunctionDefinition>],
  ['customToolTable', tables.customToolTable satisfies Covers<OpenAI.ChatCompletionCustomTool>],
  ['customTable', tables.customTable satisfies Covers<OpenAI.ChatCompletionCustomTool.Custom>],
  [
    'customCallTable',
    tables.customCallTable satisfies Covers<OpenAI.ChatCompletionMessageCustomToolCall, 'index'>,
  ],
  [
    'chosenNameTable',
    tables.chosenNameTable satisfies Covers<OpenAI.ChatCompletionNamedToolChoice.Function>,
  ],
  [
    'chosenFunctionTable',
    tables.chosenFunctionTable satisfies Covers<OpenAI.ChatCompletionNamedToolChoice>,
  ],
  [
    'chosenCustomTable',
    tables.chosenCustomTable satisfies Covers<OpenAI.ChatCompletionNamedToolChoiceCustom>,
  ],
  [
    'allowedToolsTable',
    tables.allowedToolsTable satisfies Covers<OpenAI.ChatCompletionAllowedToolChoice>,
  ],
  ['allowedListTable', tables.allowedListTable satisfies Covers<OpenAI.ChatCompletionAllowedTools>],
];

test.each(covered)('%s says what becomes of each field of the SDK', (_, table) => {
  const kinds = Object.values(table).map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(0);
});
