import type { Rng } from '../../core/fuzz/rng.ts';
import type { Sent } from './client.ts';
import { deepened, mutatedBytes, mutatedJson } from './mutate.ts';
import { oddOperatorHeaders } from './odd-headers.ts';
import type { Operator } from './operators.ts';
import { spareProfile } from './policy.ts';

/** The key that a request carries. */
export type Bearer =
  | { readonly kind: 'operator'; readonly operator: Operator }
  /** A client's key, which is the agent's. */
  | { readonly kind: 'agent' }
  | { readonly kind: 'nobody' };

export interface OperatorRequest extends Sent {
  readonly bearer: Bearer;
  /** It comes under a foreign name, or from a page of another origin. */
  readonly isForeign: boolean;
}

export interface Keys {
  readonly operators: readonly Operator[];
  /** By tenant and profile. */
  readonly clients: Readonly<Record<string, string>>;
}

type Made = readonly [method: string, path: string, body?: unknown];

/** Requests to the operators' routes by one seed, with the ids that were seen on the way. */
export class OperatorRequests {
  readonly #rng: Rng;
  /** The questions that were seen, each with its hash once that is known. */
  readonly #questions: Map<string, string> = new Map();
  readonly #runs: Set<string> = new Set(['0123456789abcdef']);
  readonly #subjects: Set<string> = new Set(['nothing']);
  /** Each with its hash once that was seen. */
  readonly #regions: Map<string, string> = new Map([['r1', '0'.repeat(64)]]);
  /** New questions, which operators look at and answer. */
  readonly #fresh: string[] = [];
  /** Keys that were made on the way: others are not revoked. */
  readonly #keys: Set<string> = new Set(['key_0123456789abcdef']);

  constructor(rng: Rng) {
    this.#rng = rng;
  }

  /** Takes the ids out of a response, its headers included. */
  learn(text: string): void {
    for (const id of text.match(/ap_[0-9a-f]{32}/g) ?? []) {
      if (this.#questions.has(id)) continue;
      this.#questions.set(id, '0'.repeat(64));
      // Looked at several times: not everybody may see it, or answer it.
      this.#fresh.push(...Array.from({ length: 8 }, () => id));
    }
    const [, id, hash] = /"id":"(ap_[0-9a-f]{32})".*"hash":"([0-9a-f]{64})"/s.exec(text) ?? [];
    if (id !== undefined && hash !== undefined) this.#questions.set(id, hash);
    const each = (pattern: RegExp, into: Set<string>): void => {
      for (const [, found] of text.matchAll(pattern)) if (found !== undefined) into.add(found);
    };
    each(/"(?:x-sluice-)?run":"([0-9a-f]{16})"/g, this.#runs);
    each(/"(?:x-sluice-decision|callId|subject)":"([\w-]{8,40})"/g, this.#subjects);
    for (const [, region = ''] of text.matchAll(/"region":"([^"\\]{1,60})"/g)) {
      if (!this.#regions.has(region)) this.#regions.set(region, '0'.repeat(64));
    }
    const [, region, read] =
      /^\{"region":"([^"\\]{1,60})".*"hash":"([0-9a-f]{64})"\}/s.exec(text) ?? [];
    if (region !== undefined && read !== undefined) this.#regions.set(region, read);
  }

  /** A key that an operator made, which another may revoke. */
  made(id: string): void {
    this.#keys.add(id);
  }

  next(keys: Keys): OperatorRequest {
    const rng = this.#rng;
    const bearer = this.#bearer(keys.operators);
    const [method, path, body] = this.#made();
    const mutated = rng.chance(25) ? mutatedJson(rng, body ?? {}, this.#ids) : body;
    const text = Buffer.from(deepened(JSON.stringify(mutated) ?? ''));
    const bytes = rng.chance(6) ? mutatedBytes(rng, text) : text;
    const odd = rng.chance(8) ? rng.pick(oddOperatorHeaders) : {};
    const type = { 'content-type': 'application/json' };
    return {
      method,
      path,
      headers: { ...type, ...this.#authorization(bearer, keys), ...odd },
      body: body === undefined && rng.chance(95) ? undefined : bytes,
      leavesMs: rng.chance(2) ? rng.below(10) : undefined,
      bearer,
      isForeign: ['origin', 'host', 'sec-fetch-site'].some((name) => name in odd),
    };
  }

  #made(): Made {
    const fresh = this.#rng.chance(60) ? this.#fresh.shift() : undefined;
    if (fresh !== undefined) return this.#aboutFresh(fresh);
    return this.#rng.chance(92) ? this.#likely() : this.#unlikely();
  }

  #aboutFresh(id: string): Made {
    const hash = this.#questions.get(id);
    const isSeen = hash !== '0'.repeat(64);
    if (!isSeen || this.#rng.chance(30)) return ['GET', `/api/questions/${id}`];
    const act = this.#rng.chance(70) ? 'approve' : 'deny';
    return ['POST', `/api/questions/${id}/${act}`, { hash }];
  }

  #bearer(operators: readonly Operator[]): Bearer {
    if (this.#rng.chance(12)) return { kind: 'agent' };
    if (this.#rng.chance(4)) return { kind: 'nobody' };
    // Where nobody may see or answer anything, nothing is tried out.
    const able = operators.filter(
      ({ roles, clearance }) => roles.length > 1 && clearance === 'top',
    );
    return { kind: 'operator', operator: this.#rng.pick(this.#rng.chance(40) ? able : operators) };
  }

  #authorization(bearer: Bearer, { clients }: Keys): Readonly<Record<string, string>> {
    if (bearer.kind === 'operator') return { authorization: `Bearer ${bearer.operator.key}` };
    const key = this.#rng.pick(Object.values(clients));
    if (bearer.kind === 'agent') {
      return this.#rng.chance(80)
        ? { authorization: `Bearer ${key}` }
        : { 'x-api-key': key, authorization: `bearer  ${key}` };
    }
    const wrong = [
      '',
      'Bearer',
      'Bearer op-sluice-',
      `Bearer op-sluice-${'A'.repeat(43)}`,
      'Basic a',
    ];
    return this.#rng.chance(30) ? {} : { authorization: this.#rng.pick(wrong) };
  }

  #likely(): Made {
    const rng = this.#rng;
    return rng.pick<() => Made>([
      () => ['GET', `/api/questions${this.#query(['state', 'tenant', 'run', 'limit', 'after'])}`],
      () => ['GET', `/api/questions/${this.#question()}`],
      () => ['GET', `/api/questions/${this.#question()}`],
      () => ['GET', `/api/events${this.#query(['tenant', 'run', 'subject', 'type', 'after'])}`],
      () => ['GET', `/api/events?run=${this.#run()}`],
      () => ['GET', `/api/why/${this.#subject()}`],
      () => ['GET', `/api/why/${this.#subject()}`],
      () => ['GET', `/api/export?run=${this.#run()}${rng.chance(50) ? '&format=spans' : ''}`],
      () => ['GET', `/api/export${this.#query(['tenant', 'run', 'format', 'subject'])}`],
      () => ['GET', rng.pick(['/api/health', '/api/openapi.json', '/api/keys'])],
      () => ['POST', `/api/questions/${this.#question()}/approve`, { hash: this.#hash() }],
      () => this.#approval(),
      () => ['POST', `/api/questions/${this.#question()}/deny`, this.#denial()],
      () => [
        'POST',
        `/api/runs/${this.#run()}/${rng.chance(95) ? this.#lower() : 'erase'}`,
        this.#lowering(),
      ],
      () => ['GET', `/api/runs/${this.#run()}/region?region=${rng.pick([...this.#regions])[0]}`],
      () => ['POST', `/api/runs/${this.#run()}/erase`, { ...this.#tenant(), because: 'asked to' }],
      () => ['POST', '/api/keys', this.#newKey()],
      () => ['DELETE', `/api/keys/${rng.pick([...this.#keys])}`],
      () => ['POST', `/api/keys/${rng.pick([...this.#keys])}/secret`, {}],
      () => ['POST', '/api/reload', {}],
      () => ['POST', '/api/break-glass', this.#suspension()],
    ])();
  }

  /** Other methods, paths that no route has, and ids that are none. */
  #unlikely(): Made {
    const rng = this.#rng;
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
    const odd = rng.pick([
      '%2e%2e',
      '__proto__',
      'x'.repeat(5_000),
      '%00',
      '%f0%9f%92%a9',
      '%2F',
      'ap_1%0aap_2',
      "'%20or%201=1",
      this.#question(),
    ]);
    const paths = [
      `/api/questions/${odd}`,
      `/api/questions/${this.#question()}/approve`,
      `/api/questions/${this.#question()}/${odd}`,
      `/api/runs/${odd}/erase`,
      `/api/why/${odd}`,
      `/api/events?subject=${odd}`,
      `/api/keys/${odd}`,
      '/api//questions',
      '/api/Questions',
      '/api/questions/',
      '/api/',
      '/api/..%2fv1/models',
      '/api/verify?anchor=1:2',
      '/api/verify',
    ];
    return [rng.pick(methods), rng.pick(paths), rng.chance(50) ? this.#denial() : undefined];
  }

  #approval(): Made {
    const id = this.#question();
    return ['POST', `/api/questions/${id}/approve`, { hash: this.#questions.get(id) }];
  }

  #query(names: readonly string[]): string {
    const rng = this.#rng;
    const query = new URLSearchParams();
    for (const name of names) if (rng.chance(35)) query.set(name, this.#valueOf(name));
    if (rng.chance(3)) query.set(rng.pick(['__proto__', 'limit', 'x']), rng.word());
    return query.size === 0 ? '' : `?${query}`;
  }

  #valueOf(name: string): string {
    const rng = this.#rng;
    if (rng.chance(8)) return rng.pick(['', '-1', '1e3', 'ÿ', '\u0000', 'x'.repeat(300)]);
    if (name === 'run') return this.#run();
    if (name === 'subject') return this.#subject();
    if (name === 'tenant') return rng.pick(['acme', 'globex', 'nobody']);
    const states = ['open', 'approved', 'denied', 'expired', 'used'];
    if (name === 'state') return rng.pick(states);
    if (name === 'format') return rng.pick(['jsonl', 'spans']);
    if (name === 'type') return rng.pick(['generation-finished', 'act-ordered', 'call-decided']);
    return String(rng.below(400));
  }

  #lowering(): object {
    const rng = this.#rng;
    const [region, hash] = rng.pick([...this.#regions]);
    return {
      ...this.#tenant(),
      region,
      hash,
      dimension: rng.pick(['integrity', 'confidentiality', 'constructor']),
      to: rng.pick(['trusted', 'public', 'secret', 'top', 'bottom', rng.word()]),
      because: rng.word(),
    };
  }

  #newKey(): object {
    const rng = this.#rng;
    const common = { name: rng.word(), ...this.#tenant() };
    if (rng.chance(40)) return { kind: 'client', ...common, profile: spareProfile };
    const roles = ['viewer', 'approver', 'endorser', 'admin'];
    return {
      kind: 'operator',
      ...common,
      ...(rng.chance(20) && { tenant: null }),
      roles: [rng.pick(roles), ...(rng.chance(30) ? [rng.pick(roles)] : [])],
      clearance: rng.pick(['top', 'untrusted & public', 'untrusted & internal', rng.word()]),
    };
  }

  #suspension(): object {
    const rng = this.#rng;
    const profile = rng.chance(70) ? spareProfile : rng.pick(['nothing', '__proto__', 'toString']);
    return { profile, minutes: rng.pick([1, 240, 241, 0, 0.5, 1e9]), because: rng.word() };
  }

  #tenant(): object {
    return this.#rng.chance(60) ? { tenant: this.#rng.pick(['acme', 'globex']) } : {};
  }

  #denial(): object {
    return { hash: this.#hash(), ...(this.#rng.chance(50) && { reason: this.#rng.word() }) };
  }

  #lower(): string {
    return this.#rng.pick(['endorse', 'declassify']);
  }

  #hash(): string {
    return this.#rng.pick([...this.#questions.values(), 'f'.repeat(64)]);
  }

  #question(): string {
    return this.#newest([...this.#questions.keys()]) ?? `ap_${'0'.repeat(32)}`;
  }

  #run(): string {
    return this.#newest([...this.#runs]) ?? '';
  }

  #subject(): string {
    return this.#newest([...this.#subjects, ...this.#questions.keys()]) ?? '';
  }

  /** Most of the time one of the newest. */
  #newest(ids: readonly string[]): string | undefined {
    const few = this.#rng.chance(80) ? ids.slice(-6) : ids;
    return few.length === 0 ? undefined : this.#rng.pick(few);
  }

  get #ids(): readonly string[] {
    return [...this.#questions.keys(), ...this.#runs];
  }
}
