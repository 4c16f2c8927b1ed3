import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { mailPolicy, startRig, type Rig } from '../gateway/harness.ts';
import { changed, changeNames, type Change } from './changes.ts';
import { ask, resultsOf, say, type Caller, type Got, type ChatMessage } from './client.ts';
import { hostile } from './hostile-model.ts';
import { Truth, type Shown } from './truth.ts';

// Every run but two is evicted from memory: it goes on from the store.
vi.mock('../../src/limits.ts', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.ts')>();
  return { limits: { ...limits, runsInMemoryMax: 2 } };
});

const said = fc.constantFrom('read my mail', 'look it up', 'pay bob', 'hello');
const place = fc.nat(11);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('go' as const), said }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      change: fc.record({ name: fc.constantFrom(...changeNames), at: place, to: place }),
      from: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('begin' as const), conversation: fc.nat(3), said }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('turn-to' as const), conversation: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tools' as const), known: fc.boolean() }) },
);
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

vi.setConfig({ testTimeout: 600_000 });

const rigs: Rig[] = [];
beforeAll(async () => {
  const blocking = mailPolicy.replace('onViolation: ask', 'onViolation: block');
  rigs.push(await startRig({ policy: blocking }), await startRig({ wait: 0 }));
  for (const { upstream } of rigs) upstream.play(hostile);
});
afterAll(async () => {
  for (const rig of rigs) await rig[Symbol.asyncDispose]();
});

let clients = 0;

/** A client with four conversations, the last of another tenant, and its truth. */
class Behaviour {
  readonly #truth = new Truth();
  readonly #conversations: (readonly ChatMessage[])[] = [[], [], [], []];
  readonly #callers: readonly [Caller, Caller];
  readonly #ids: string[] = [];
  #current = 0;
  #tools: readonly string[] | undefined;
  readonly mild: string[] = [];
  readonly trace: string[] = [];

  constructor(callers: readonly [Caller, Caller]) {
    this.#callers = callers;
  }

  async take(step: Act): Promise<void> {
    switch (step.kind) {
      case 'begin':
        this.#current = step.conversation;
        this.#messages = [say('system', 'You help.'), say('user', step.said)];
        return this.#go();
      case 'turn-to':
        this.#current = step.conversation;
        return;
      case 'tools':
        this.#tools = step.known ? undefined : ['read_mail', 'look_up', 'send_money', 'other'];
        return;
      case 'change':
        return this.#change(step.change, step.from);
      case 'go':
        this.#messages = [...this.#messages, say('user', step.said)];
        return this.#go();
    }
  }

  /** Sends, runs what comes, and sends again, as clients do. */
  async #go(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1) {
      const { message } = await this.#ask();
      if (message === undefined) return;
      this.#ids.push(...(message.tool_calls ?? []).map(({ id }) => id));
      this.#messages = [...this.#messages, message, ...resultsOf(message)];
      if (message.tool_calls === undefined) return;
    }
  }

  async #ask(): Promise<Got> {
    const messages = this.#messages;
    const caller = this.#callers[this.#current === 3 ? 1 : 0];
    const { rig } = caller;
    const before = rig.upstream.requests.length;
    const got = await ask(caller, { messages, ...(this.#tools && { tools: this.#tools }) });
    const bodies = rig.upstream.requests.slice(before).map(({ body }) => JSON.stringify(body));
    const labels = await labelsOf(rig, got.decision);
    const shown = bodies.map((text, at): Shown => ({ text, label: labels[at] ?? 'none' }));
    if (labels.length !== bodies.length) this.mild.push('a generation without a label');
    if (got.status !== 200 && got.status !== 400) this.mild.push(`status ${got.status}`);
    this.trace.push(JSON.stringify({ tenant: caller.model, messages, got, labels }));
    this.mild.push(...this.#truth.judge({ tenant: caller.model, messages, got, shown }));
    return got;
  }

  #change(change: Change, from: number): void {
    const other = this.#conversations[from] ?? [];
    this.#messages = changed(this.#messages, change, { other, ids: this.#ids });
  }

  get #messages(): readonly ChatMessage[] {
    return this.#conversations[this.#current] ?? [];
  }

  set #messages(messages: readonly ChatMessage[]) {
    this.#conversations[this.#current] = messages;
  }
}

/** The labels of the generations of one request, in order. */
async function labelsOf(rig: Rig, decision: string): Promise<readonly string[]> {
  if (decision === '') return [];
  const found = await rig.gateway().store.events.list({ subject: decision, limit: 1_000 });
  return found.flatMap(({ type, label }) =>
    type === 'generation-finished' ? [label ?? 'none'] : [],
  );
}

async function newCallers(rig: Rig): Promise<readonly [Caller, Caller]> {
  clients += 1;
  const [one, two] = [`one-${clients}`, `two-${clients}`];
  return [
    { rig, key: await rig.addKey(one), model: one },
    { rig, key: await rig.addKey(two), model: two },
  ];
}

const numRuns = Number(process.env['SLUICE_IDENTITY_RUNS'] ?? 160);

/** The first behaviour that got a milder label, and what was said; empty where there is none. */
async function mildest(at: number, runs: number): Promise<string> {
  const rig = rigs[at];
  if (rig === undefined) throw new Error('there are two');
  const start: Act = { kind: 'begin', conversation: 0, said: 'read my mail' };
  const acts = fc.array(act, { minLength: 2, maxLength: 14 });
  const found = await fc.check(
    fc.asyncProperty(acts, fc.nat(80), async (steps, restartAt) => {
      const behaviour = new Behaviour(await newCallers(rig));
      for (const [n, step] of [start, ...steps].entries()) {
        if (n === restartAt) await rig.restart();
        await behaviour.take(step);
      }
      const { mild, trace } = behaviour;
      if (mild.length > 0) throw new Error([...mild, ...trace].join('\n'));
    }),
    { numRuns: runs },
  );
  return fc.defaultReportMessage(found) ?? '';
}

proves('run/never-milder', async () => {
  expect(await mildest(0, numRuns)).toBe('');
});

test('and so where a person is asked, and nobody answers', async () => {
  expect(await mildest(1, numRuns / 4)).toBe('');
});
