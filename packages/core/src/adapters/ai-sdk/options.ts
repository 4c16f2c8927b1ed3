import type { LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import { passedOptions, type OptionsCheck } from '../shared/provider-options.ts';

/** The settings that the provider gets beside the view. Throws `tools-invalid` as they say. */
export function callOptions(
  options: LanguageModelV4CallOptions,
  check: OptionsCheck,
): Omit<LanguageModelV4CallOptions, 'prompt'> {
  const { maxOutputTokens, temperature, topP, topK, presencePenalty, frequencyPenalty } = options;
  const { stopSequences, seed, reasoning, responseFormat, toolChoice, headers } = options;
  const { providerOptions } = options;
  const all = { maxOutputTokens, temperature, topP, topK, presencePenalty, frequencyPenalty };
  const rest = { ...all, stopSequences, seed, reasoning, responseFormat, toolChoice, headers };
  const given = Object.fromEntries(Object.entries(rest).filter(([, set]) => set !== undefined));
  if (providerOptions === undefined) return given;
  return { ...given, providerOptions: passedProviderOptions(providerOptions, check) };
}

type ProviderOptions = NonNullable<LanguageModelV4CallOptions['providerOptions']>;

/** The settings for each provider that may pass; of a call, of a tool. */
export function passedProviderOptions(
  options: ProviderOptions,
  check: OptionsCheck,
): ProviderOptions {
  const passed: ProviderOptions = {};
  for (const [provider, settings] of Object.entries(options)) {
    const at = `providerOptions.${provider}`;
    Object.assign(passed, { [provider]: passedOptions(settings, { at, check }) });
  }
  return passed;
}

/** The AI SDK tells the app of what was left out, as it does for any model. */
export function warningsOf(
  { providerOptions = {} }: LanguageModelV4CallOptions,
  { allowOptions }: OptionsCheck,
): SharedV4Warning[] {
  const warnings: SharedV4Warning[] = [];
  const details = 'the guard does not know it, so it was left out: see `allowOptions`';
  passedProviderOptions(providerOptions, {
    allowOptions,
    onDroppedOption: (feature) => warnings.push({ type: 'unsupported', feature, details }),
  });
  return warnings;
}
