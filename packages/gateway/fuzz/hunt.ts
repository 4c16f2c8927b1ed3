import type { LabelSpace } from '@sluice/core';
import { Rng } from '../../core/fuzz/rng.ts';
import { eventsIn, sendTo } from './client.ts';
import { judge, type Finding } from './judge.ts';
import { Target, TargetFolder } from './process.ts';
import type { Provider } from './provider.ts';
import { Scenario, type Request } from './scenario.ts';

/** What was found, and how it is found again. */
export interface Found extends Finding {
  readonly seed: number;
  readonly request: Request;
}

interface Tally {
  requests: number;
  /** Those with status 200. */
  answered: number;
  /** Requests that the provider was sent. */
  upstream: number;
  /** Of these, the ones that showed the model something that no client may have back. */
  telling: number;
  /** Of these, the ones that could be compared with the label of their generation. */
  labelled: number;
  /** Times that the gateway was stopped, or killed, and started again. */
  restarts: number;
  crashes: number;
  leaks: number;
}

interface Ground {
  readonly provider: Provider;
  readonly space: LabelSpace;
  readonly kind: 'strict' | 'lax';
}

const requestsEach = 30;

/** Plays scenarios against one gateway; one that ended is replaced by another. */
export class Hunt {
  readonly tally: Tally = {
    requests: 0,
    answered: 0,
    upstream: 0,
    telling: 0,
    labelled: 0,
    restarts: 0,
    crashes: 0,
    leaks: 0,
  };
  readonly #ground: Ground;
  readonly #folder: TargetFolder;
  #target: Target;

  private constructor(ground: Ground, folder: TargetFolder, target: Target) {
    this.#ground = ground;
    this.#folder = folder;
    this.#target = target;
  }

  static async start(ground: Ground): Promise<Hunt> {
    const folder = new TargetFolder();
    return new Hunt(ground, folder, await Target.start(...argsOf(ground, folder)));
  }

  async play(seed: number): Promise<readonly Found[]> {
    const { provider } = this.#ground;
    const scenario = new Scenario(seed);
    const found: Found[] = [];
    provider.play(new Rng(`provider of ${seed}`));
    for (let count = 0; count < requestsEach; count += 1) {
      const request = scenario.next(this.#target.keys);
      for (const finding of await this.#once(request, scenario)) {
        this.tally[finding.kind === 'crash' ? 'crashes' : 'leaks'] += 1;
        found.push({ ...finding, seed, request });
      }
      if (this.#target.ended !== undefined || scenario.rng.below(800) === 0) {
        await this.#restart(scenario.rng.chance(50));
      }
      if (scenario.rng.chance(5)) await this.#target.answerQuestions(scenario.watch.texts);
    }
    return found;
  }

  async stop(): Promise<void> {
    await this.#target.stop();
    this.#folder.remove();
  }

  /** Another process over the same database. */
  async #restart(isKilled: boolean): Promise<void> {
    this.tally.restarts += 1;
    if (this.#target.ended === undefined) {
      await (isKilled ? this.#target.kill() : this.#target.stop());
    }
    this.#target = await Target.start(...argsOf(this.#ground, this.#folder));
  }

  async #once(request: Request, { watch, rng }: Scenario): Promise<readonly Finding[]> {
    const { provider, space } = this.#ground;
    provider.takeSent();
    // A client that retries too early sends the same body while the first is being served.
    const retry = rng.chance(3) ? sendTo(this.#target.url, request) : undefined;
    const outcome = await sendTo(this.#target.url, request);
    const retried = await retry;
    const sent = provider.takeSent();
    this.tally.requests += retry === undefined ? 1 : 2;
    this.tally.upstream += sent.length;
    this.tally.telling += sent.filter((body) => watch.in(body).length > 0).length;
    if (outcome.kind === 'received' && outcome.received.status === 200) {
      this.tally.answered += 1;
      request.hear(eventsIn(outcome.received.text));
    }
    const said = this.#target.takeSaid();
    const context = { watch, target: this.#target, space };
    const verdict = await judge({ outcome, sent, said }, context);
    this.tally.labelled += verdict.labelled;
    if (retried === undefined) return verdict.findings;
    const again = await judge({ outcome: retried, sent: [], said: [] }, context);
    return [...verdict.findings, ...again.findings];
  }
}

function argsOf({ provider, kind }: Ground, folder: TargetFolder): readonly string[] {
  return [provider.url, folder.path, kind];
}
