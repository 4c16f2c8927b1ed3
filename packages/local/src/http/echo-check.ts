import type { Prompt } from '../port/prompt.ts';
import type { Completions } from './completions.ts';
import { httpLimits } from './http-limits.ts';
import { locate, stretchesOf } from './locate.ts';

/** Texts whose next token is most often one of its own. */
const probes = ['one two three four five six', 'Monday, Tuesday, Wednesday', '1 2 3 4 5 6 7'];

/**
 * Checks that a server's echo gives each token its own log-probability. Servers differ in what they
 * do with the first token, and one that shifts the rest by a place looks well otherwise: so one
 * token is generated, then echoed, and must be as probable as it was.
 */
export class EchoCheck {
  readonly #completions: Completions;
  readonly #controlTexts: readonly string[];
  readonly #passed = new Map<string, Promise<void>>();

  constructor(completions: Completions, controlTexts: readonly string[]) {
    this.#completions = completions;
    this.#controlTexts = controlTexts;
  }

  /** Checked once for each text of ours that prompts begin with: the shift depends on it. */
  passes({ parts: [first] }: Prompt, signal: AbortSignal): Promise<void> {
    const lead = first?.kind === 'template' ? first.text : '';
    const known = this.#passed.get(lead);
    if (known !== undefined) return known;
    const checked = this.#check(lead, signal);
    this.#passed.set(lead, checked);
    checked.catch(() => this.#passed.delete(lead));
    return checked;
  }

  async #check(lead: string, signal: AbortSignal): Promise<void> {
    for (const probe of probes) {
      const difference = await this.#difference(lead, probe, signal);
      if (difference === undefined) continue;
      if (difference <= httpLimits.echoDifferenceMax) return;
      throw this.#completions.refusal('echoes log-probabilities of other tokens');
    }
    throw this.#completions.refusal('has an echo that cannot be checked');
  }

  /** `undefined` where the probe shows nothing: no token comes, or it is read as a part. */
  async #difference(lead: string, probe: string, signal: AbortSignal): Promise<number | undefined> {
    const prompt: Prompt = {
      parts: [
        { kind: 'template', text: lead },
        { kind: 'question', text: probe },
      ],
    };
    const generated = await this.#completions.ask(lead + probe, false, signal);
    const [said] = generated.logProbabilities;
    if (generated.text === '' || typeof said !== 'number') return undefined;
    const echo = await this.#completions.ask(lead + probe + generated.text, true, signal);
    const stretches = stretchesOf(prompt, this.#controlTexts);
    const located = locate(echo, { stretches, completion: generated.text });
    if (located.kind === 'unclear' || located.logProbabilities.length !== 1) return undefined;
    return Math.abs(said - (located.logProbabilities[0] ?? Infinity));
  }
}
