import { SluiceError } from '../../errors.ts';
import { memberOf } from '../../history/document.ts';

/**
 * Settings that frameworks pass on to a provider, by name; `_`, `-` and capitals do not count. What
 * stands here brings the model nothing to read that has no label. Why each may pass stands
 * above it.
 */
const passing: ReadonlySet<string> = namesOf(
  // How the next word is drawn; no text comes of it.
  'temperature topP topK minP seed frequencyPenalty presencePenalty repetitionPenalty logitBias',
  'logprobs topLogprobs',
  // How long a reply may be, where it ends, and in how many words.
  'maxTokens maxOutputTokens maxCompletionTokens stop stopSequences text textVerbosity verbosity',
  // How much the model thinks. What it thinks is dropped.
  'reasoning reasoningEffort reasoningSummary reasoningMode reasoningFormat forceReasoning',
  'sendReasoning thinking thinkingConfig includeThoughts budgetTokens thinkingBudget effort',
  // Where and for how long a provider keeps the prompt that it was sent, to send it cheaper.
  'promptCacheKey promptCacheRetention promptCacheOptions cacheControl',
  // Names of whoever pays, and of whoever a report of abuse is about.
  'user metadata safetyIdentifier',
  // Which machines answer, how soon, and what they count.
  'serviceTier speed inferenceGeo timeout timeoutMs retry streamUsage streamOptions includeUsage',
  'preserveRawUsage',
  // In which form calls and answers come back; the guard reads them all.
  'parallelToolCalls disableParallelToolUse toolChoice maxToolCalls strict strictJsonSchema',
  'structuredOutputs structuredOutputMode responseFormat toolStreaming include',
  // A copy at the provider that nothing here ever refers to.
  'store',
  // Leaves text out; never adds any.
  'truncation systemMessageMode passThroughUnsupportedFiles safetySettings',
);

/** Settings that would bring the model what no label covers, by why they cannot pass. */
const refused: ReadonlyMap<string, string> = new Map(
  [
    {
      names:
        'previousResponseId conversation conversationId thread threadId cachedContent container ' +
        'comparisonResponseId',
      because: 'the provider would add what it keeps: send the messages themselves',
    },
    {
      names: 'instructions system systemInstruction prompt input messages contents prediction',
      because: 'it is text for the model: give it as a system or user message',
    },
    {
      names:
        'mcpServers tools builtInTools additionalTools webSearchOptions searchParameters plugins ' +
        'connectors dataSources documents skills codeExecution retrievalConfig googleSearch ' +
        'useSearchGrounding allowedCallers',
      because: 'the provider would run tools or search on its own: give tools to the guard',
    },
    {
      names: 'contextManagement compaction compactionTrigger',
      because: 'the provider would rewrite the history: summarise it in the app',
    },
    {
      names: 'model models fallbackModels',
      because: 'the policy clears one model by its name: give the model itself to the guard',
    },
    {
      names: 'extraBody body requestBody modelKwargs invocationKwargs',
      because: 'the guard does not read what is in it: set each setting by its own name',
    },
  ].flatMap(({ names, because }) =>
    names.split(' ').map((name) => [plain(name), because] as const),
  ),
);

/** Names that the app vouches for, and who is told what is left out. */
export interface OptionsCheck {
  readonly allowOptions?: readonly string[] | undefined;
  readonly onDroppedOption?: ((name: string) => void) | undefined;
}

/**
 * The settings that may pass. One that is not known is left out and told; one that would bring the
 * model text, state or tools without a label throws `tools-invalid`.
 */
export function passedOptions<Options extends object>(
  options: Options,
  { at, check }: { readonly at: string; readonly check: OptionsCheck },
): Partial<Options> {
  const passed: Partial<Options> = { ...options };
  const given: readonly [string, unknown][] = Object.entries(options);
  for (const [name, value] of given) {
    const place = at === '' ? name : `${at}.${name}`;
    if (value === undefined || value === null) continue;
    requireHarmless(place, name);
    // The content of `metadata` is the app's own, and reaches no model.
    if (typeof value === 'object' && name !== 'metadata') requireHarmlessMembers(place, value);
    if (isKnown(name, check)) continue;
    Reflect.deleteProperty(passed, name);
    check.onDroppedOption?.(place);
  }
  return passed;
}

/** The same where nothing can be left out: what is not known throws too. */
export function requirePassing(
  options: unknown,
  { at, check }: { readonly at: string; readonly check: OptionsCheck },
): void {
  if (typeof options !== 'object' || options === null) return;
  for (const name of Object.keys(options)) {
    if (memberOf(options, name) === undefined) continue;
    requireHarmless(`${at}.${name}`, name);
    if (isKnown(name, check)) continue;
    throw new SluiceError(
      'tools-invalid',
      `the guard does not know the setting \`${at}.${name}\``,
      {
        hint: `leave it out, or vouch that it brings the model no text: \`allowOptions: ['${name}']\``,
      },
    );
  }
}

function isKnown(name: string, { allowOptions = [] }: OptionsCheck): boolean {
  return passing.has(plain(name)) || allowOptions.some((allowed) => plain(allowed) === plain(name));
}

function requireHarmlessMembers(place: string, value: object): void {
  for (const name of Object.keys(value)) requireHarmless(`${place}.${name}`, name);
}

function requireHarmless(place: string, name: string): void {
  const because = refused.get(plain(name));
  if (because === undefined) return;
  throw new SluiceError('tools-invalid', `the setting \`${place}\` has no label`, {
    hint: because,
  });
}

function namesOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map(plain));
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
