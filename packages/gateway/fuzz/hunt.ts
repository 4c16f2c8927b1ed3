import type { LabelSpace } from '@sluice/core';
import { Rng } from '../../core/fuzz/rng.ts';
import { sendTo, type Outcome } from './client.ts';
import { judge, type Context, type Finding, type Seen } from './judge.ts';
import { judgeLogged } from './judge-logged.ts';
import { judgeOperator } from './judge-operator.ts';
import { judgeStored } from './judge-stored.ts';
import type { Hook } from './hook.ts';
import { Target, TargetFolder, type State } from './process.ts';
import type { Provider } from './provider.ts';
import { Scenario, type Request } from './scenario.ts';

/** A finding, and how to reproduce it. */
export interface FoundRequest extends Finding {
  readonly seed: number;
  readonly request: Request;
}

interface Tally {
  requests: number;
  /** Those with status 200. */
  answered: number;
  /** Requests that the provider was sent. */
  upstream: number;
  /** Requests that showed the model something that no client may have back. */
  telling: number;
  /** Requests that could be compared with the label of their generation. */
  labelled: number;
  /** Requests in `log` mode whose bytes were compared with the provider's. */
  logged: number;
  /** Requests about stored responses. */
  stored: number;
  /** Requests to the operators' routes. */
  operators: number;
  /** Requests to these routes that were granted. */
  granted: number;
  /** Granted requests that answer questions. */
  answers: number;
  /** Announcements that the webhook's receiver was sent. */
  announced: number;
  /** Times that the gateway was stopped, or killed, and started again. */
  restarts: number;
  crashes: number;
  leaks: number;
}

interface Ground {
  readonly provider: Provider;
  readonly hook: Hook;
  readonly space: LabelSpace;
  readonly kind: 'strict' | 'lax';
}

const requestsEach = 40;
const quietMs = 500;

/** Plays scenarios against one gateway; one that ended is replaced by another. */
export class Hunt {
  readonly tally: Tally = {
    requests: 0,
    answered: 0,
    upstream: 0,
    telling: 0,
    labelled: 0,
    logged: 0,
    stored: 0,
    operators: 0,
    granted: 0,
    answers: 0,
    announced: 0,
    restarts: 0,
    crashes: 0,
    leaks: 0,
  };
  readonly #ground: Ground;
  readonly #folder: TargetFolder;
  #target: Target;
  /** When a client left last: what it asked for may still be on its way. */
  #leftMs = 0;
  #leftLogged = false;

  private constructor(ground: Ground, folder: TargetFolder, target: Target) {
    this.#ground = ground;
    this.#folder = folder;
    this.#target = target;
  }

  static async start(ground: Ground): Promise<Hunt> {
    const folder = new TargetFolder();
    return new Hunt(ground, folder, await Target.start(...argsOf(ground, folder)));
  }

  async play(seed: number): Promise<readonly FoundRequest[]> {
    const { provider, hook } = this.#ground;
    const scenario = new Scenario(seed);
    const found: FoundRequest[] = [];
    provider.play(new Rng(`provider of ${seed}`));
    hook.play(new Rng(`hook of ${seed}`));
    for (let count = 0; count < requestsEach; count += 1) {
      const { keys: clients, operators } = this.#target;
      const request = scenario.next({ clients, operators });
      const findings = await this.#once(request, scenario);
      for (const finding of [...findings, ...hook.takeFindings()]) {
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
    const { provider, space, hook } = this.#ground;
    provider.takeSent();
    provider.takeGiven();
    const context = { watch, target: this.#target, space };
    const before = this.#isQuiet(request) ? await this.#target.state() : undefined;
    // A client that retries too early sends the same body while the first is being served.
    const isRetried = request.kind === 'guarded' && rng.chance(3);
    const retry = isRetried ? sendTo(this.#target.url, request.sent) : undefined;
    const outcome = await sendTo(this.#target.url, request.sent);
    const retried = await retry;
    const sent = provider.takeSent();
    this.#count(request, outcome);
    if (isRetried) this.tally.requests += 1;
    this.tally.upstream += sent.length;
    this.tally.announced = hook.count();
    const isOwn = this.#isAlone || (request.kind === 'guarded' && !this.#leftLogged);
    const seen = { outcome, sent: isOwn ? sent : [], said: this.#target.takeSaid() };
    const found = await this.#judged(request, { seen, context, before });
    if (outcome.kind === 'received') request.hear(outcome.received);
    if (outcome.kind === 'left') {
      this.#leftMs = performance.now();
      this.#leftLogged = request.kind === 'logged';
    }
    if (retried === undefined) return found;
    const again = await judge({ outcome: retried, sent: [], said: [] }, context);
    return [...found, ...again.findings];
  }

  /** True if nothing else is on its way that may change what is compared. */
  #isQuiet({ kind, sent }: Request): boolean {
    const isReading = kind === 'operator' && sent.method !== 'POST' && sent.method !== 'DELETE';
    return isReading && this.#isAlone;
  }

  /** True if all that comes belongs to the request that is being made. */
  get #isAlone(): boolean {
    return performance.now() - this.#leftMs > quietMs;
  }

  #count({ kind, sent }: Request, outcome: Outcome): void {
    const { tally } = this;
    const status = outcome.kind === 'received' ? outcome.received.status : 0;
    tally.requests += 1;
    if (status === 200 && kind !== 'operator') tally.answered += 1;
    if (kind === 'logged') tally.logged += 1;
    if (kind === 'stored') tally.stored += 1;
    if (kind === 'operator') tally.operators += 1;
    if (kind !== 'operator' || status < 200 || status >= 300) return;
    tally.granted += 1;
    if (/\/(?:approve|deny)$/.test(sent.path)) tally.answers += 1;
  }

  async #judged(
    request: Request,
    { seen, context, before }: { seen: Seen; context: Context; before: State | undefined },
  ): Promise<readonly Finding[]> {
    switch (request.kind) {
      case 'guarded': {
        const { watch } = context;
        this.tally.telling += seen.sent.filter((body) => watch.in(body).length > 0).length;
        const { findings, labelled } = await judge(seen, context);
        this.tally.labelled += labelled;
        return findings;
      }
      case 'logged': {
        const given = this.#ground.provider.takeGiven();
        const isAlone = this.#isAlone;
        return judgeLogged(seen, { ...context, request: request.sent, given, isAlone });
      }
      case 'stored':
        return judgeStored(seen, { ...context, request: request.sent });
      case 'operator': {
        const after = before === undefined ? undefined : await this.#target.state();
        const states =
          before !== undefined && after !== undefined ? ([before, after] as const) : undefined;
        return judgeOperator(seen, { ...context, request: request.sent, states });
      }
    }
  }
}

function argsOf({ provider, hook, kind }: Ground, folder: TargetFolder): readonly string[] {
  return [provider.url, folder.path, hook.url, kind];
}
