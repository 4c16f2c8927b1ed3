import { SluiceError } from '@sluice/core';
import type { Prompt } from '../port/prompt.ts';
import type { Scored, Scorer } from '../port/scorer.ts';
import { Completions, type CompletionsOptions } from './completions.ts';
import { EchoCheck } from './echo-check.ts';
import { locate, stretchesOf } from './locate.ts';

export interface HttpScorerOptions extends CompletionsOptions {
  /**
   * Texts that the server reads as control tokens, e.g. `<|im_end|>`, wherever they stand in a
   * prompt. A document or a completion that holds one is refused: it would not stay text.
   */
  readonly controlTexts: readonly string[];
}

type HttpBackEnd = `http:${string}`;

/**
 * Scores completions by a server that echoes prompts with log-probabilities (`/v1/completions` with
 * `echo`), as vLLM and llama-cpp-python do. The server reads the whole text, so a completion is
 * scored only where one of its tokens begins it; nothing is kept by us, and `stop` is not asked,
 * for all comes at once. Before the first request of a kind, one token is generated and echoed: a
 * server whose echo is shifted by a token is refused. Throws `model-failed` and `aborted`.
 */
export function httpScorer(options: HttpScorerOptions): Scorer<HttpBackEnd> {
  const completions = new Completions(options);
  const check = new EchoCheck(completions, options.controlTexts);
  const backEnd: HttpBackEnd = `http:${new URL(options.baseURL).host}`;
  return {
    backEnd,
    model: options.model,
    score: async ({ prompt, completion }, { signal }): Promise<Scored<HttpBackEnd>> => {
      if (hasForeignControl(prompt, completion, options.controlTexts))
        throw foreignControl(options.model);
      const stretches = stretchesOf(prompt, options.controlTexts);
      if (completion === '') return nothing(backEnd);
      await check.passes(prompt, signal);
      const text = prompt.parts.map((part) => part.text).join('');
      const echo = await completions.ask(text + completion, true, signal);
      const located = locate(echo, { stretches, completion });
      if (located.kind === 'unclear') throw completions.refusal(located.because);
      const { logProbabilities, evaluated } = located;
      const completionTokens = logProbabilities.length;
      // Nothing is kept by us: the server is asked about all of it.
      return { backEnd, logProbabilities, completionTokens, tokens: evaluated, evaluated };
    },
  };
}

function nothing(backEnd: HttpBackEnd): Scored<HttpBackEnd> {
  const evaluated = { template: 0, document: 0, question: 0, completion: 0 };
  return {
    backEnd,
    logProbabilities: [],
    completionTokens: 0,
    tokens: evaluated,
    evaluated,
  };
}

function foreignControl(model: string): SluiceError {
  const message = `the server of \`${model}\` would read a control token in text that is not ours`;
  return new SluiceError('model-failed', message, {
    hint: 'score with a local model, which reads no control tokens in documents',
  });
}

/**
 * True if a server that reads control tokens anywhere would read one outside our own text: in a
 * document, in the completion, or across the end of a part.
 */
function hasForeignControl(
  { parts }: Prompt,
  completion: string,
  controlTexts: readonly string[],
): boolean {
  const ours = new Set<string>();
  let start = 0;
  for (const { kind, text } of parts) {
    if (kind === 'template')
      for (const found of placesOf(text, controlTexts)) ours.add(nameOf(found, start));
    start += text.length;
  }
  const whole = parts.map((part) => part.text).join('') + completion;
  return placesOf(whole, controlTexts).some((found) => !ours.has(nameOf(found, 0)));
}

interface ControlText {
  readonly control: string;
  readonly at: number;
}

function nameOf({ control, at }: ControlText, start: number): string {
  return `${start + at} ${control}`;
}

/** Every place, those that lie over each other too. */
function placesOf(text: string, controlTexts: readonly string[]): readonly ControlText[] {
  return controlTexts.flatMap((control) => {
    const places: ControlText[] = [];
    if (control === '') return places;
    for (let at = text.indexOf(control); at >= 0; at = text.indexOf(control, at + 1))
      places.push({ control, at });
    return places;
  });
}
