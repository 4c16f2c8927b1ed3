import * as fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { ask, say, type Caller, type ChatMessage } from './client.ts';
import { newCanary } from './hostile-model.ts';
import { honest } from './honest-model.ts';
import { honestRig, labelsOf } from './honest-rig.ts';
import { Library, resultFor, type LibraryStep } from './library.ts';

vi.setConfig({ testTimeout: 600_000 });

const { rig, policy } = await honestRig();
afterAll(async () => rig[Symbol.asyncDispose]());

/** One honest conversation, at the gateway and in the library, which reads it twice. */
class Conversation {
  readonly #caller: Caller;
  readonly #messages: ChatMessage[] = [say('system', 'You help.')];
  /** `whole` was never stopped; `resumed` was, whenever the gateway was. */
  readonly #whole = new Library(policy, honest);
  readonly #resumed = new Library(policy, honest);
  #hasStopped = false;
  #requests = 0;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#tell(say('system', 'You help.'));
  }

  restart(): void {
    this.#hasStopped = true;
    this.#resumed.restart();
  }

  async go(said: string): Promise<void> {
    this.#messages.push(say('user', said));
    this.#tell(say('user', said));
    for (let turns = 0; turns < 4; turns += 1) if (!(await this.#step())) return;
  }

  /** The differences between the gateway and the library. */
  readonly differences: string[] = [];

  /** One request; whether there are results to send. */
  async #step(): Promise<boolean> {
    const got = await ask(this.#caller, this.#request());
    const whole = await this.#whole.step();
    const resumed = await this.#resumed.step();
    const { message } = got;
    if (message === undefined) throw new Error(`status ${got.status}`);
    this.#messages.push(message);
    const labels = await labelsOf(rig, got.decision);
    const calls = message.tool_calls ?? [];
    const tools = calls.map((call) => call.function.name);
    this.#compare(labels, tools, resumed);
    if (!this.#hasStopped || !this.#whole.hasLowered) this.#compare(labels, tools, whole);
    for (const [at, call] of calls.entries()) {
      const result = resultOf(call.id, call.function.name);
      this.#messages.push(result);
      for (const [library, step] of [
        [this.#whole, whole],
        [this.#resumed, resumed],
      ] as const) {
        const own = step.calls[at];
        if (own !== undefined) library.say(resultFor(own, result));
      }
    }
    return calls.length > 0;
  }

  /** Clients change this of their own accord: the date, and the order in which they name tools. */
  #request(): { readonly messages: readonly ChatMessage[]; readonly tools: readonly string[] } {
    this.#requests += 1;
    const [, ...turns] = this.#messages;
    const system = say('system', `You help. It is ${this.#requests} o'clock.`);
    const tools = ['read_mail', 'look_up', 'send_money'];
    return {
      messages: [system, ...turns],
      tools: tools.slice(this.#requests % 3).concat(tools.slice(0, this.#requests % 3)),
    };
  }

  #compare(labels: readonly string[], tools: readonly string[], step: LibraryStep): void {
    const did = JSON.stringify([labels, tools]);
    const expected = [step.labels.map(({ text }) => text), step.calls.map(({ tool }) => tool)];
    const wanted = JSON.stringify(expected);
    if (did !== wanted) this.differences.push(`${did} where the library has ${wanted}`);
  }

  #tell({ role, content }: ChatMessage): void {
    if (role !== 'system' && role !== 'user') return;
    const parts = [{ kind: 'text' as const, text: content ?? '' }];
    for (const library of [this.#whole, this.#resumed]) library.say({ role, parts });
  }
}

let results = 0;
function resultOf(id: string, tool: string): ChatMessage {
  results += 1;
  const content = tool === 'read_mail' ? `A mail: ${newCanary()}` : `account ${1_000 + results}`;
  return { role: 'tool', tool_call_id: id, content };
}

const said = fc.constantFrom('hello', 'hello', 'read it', 'look it up', 'pay the account');
const act = fc.oneof(
  { weight: 16, arbitrary: fc.record({ who: fc.nat(2), said }) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
);

let tenants = 0;
const numRuns = Number(process.env['SLUICE_IDENTITY_RUNS'] ?? 60);

proves('run/never-stricter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), async (acts) => {
      const model = `honest-${(tenants += 1)}`;
      const caller = { rig, key: await rig.addKey(model), model };
      const conversations = [0, 1, 2].map(() => new Conversation(caller));
      for (const each of acts) {
        if (each === 'restart') {
          await rig.restart();
          for (const one of conversations) one.restart();
        } else await conversations[each.who]?.go(each.said);
      }
      expect(conversations.flatMap(({ differences }) => differences)).toEqual([]);
    }),
    { numRuns },
  );
});
