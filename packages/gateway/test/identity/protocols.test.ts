import { afterAll, describe, expect, test } from 'vitest';
import { dialogues, takeTurn, type Turn } from './dialogues.ts';
import { newCanary } from './hostile-model.ts';
import { honest } from './honest-model.ts';
import { honestRig, labelsOf } from './honest-rig.ts';
import { Library, resultFor } from './library.ts';

const { rig, policy } = await honestRig();
afterAll(async () => rig[Symbol.asyncDispose]());

/** The texts of the client's tools; the last mail that they gave. */
class Tools {
  mail = '';
  #accounts = 1_000;

  say(name: string): string {
    if (name === 'read_mail') return (this.mail = `A mail: ${newCanary()}`);
    return name === 'send_money' ? 'sent' : `account ${(this.#accounts += 1)}`;
  }
}

describe.each(Object.entries(dialogues))('%s', (_, dialogue) => {
  /** A client: what it holds, and what it sends of it. */
  async function newClient() {
    const key = await rig.addKey(`tenant-${newCanary()}`);
    const tools = new Tools();
    const library = new Library(policy, honest);
    const held: unknown[] = [];
    const turns: Turn[] = [];
    const take = async (fresh: readonly unknown[]): Promise<Turn> => {
      held.push(...fresh);
      const previous = dialogue.names ? turns.at(-1)?.id : undefined;
      const items = previous === undefined ? held : fresh;
      const turn = await takeTurn({ rig, key, dialogue }, items, previous);
      held.push(...turn.items);
      turns.push(turn);
      return turn;
    };
    /** Says something, runs what comes, and compares each step with the library's. */
    const differences: string[] = [];
    const go = async (said: string): Promise<readonly string[]> => {
      library.say({ role: 'user', parts: [{ kind: 'text', text: said }] });
      let fresh: unknown[] = [dialogue.user(said)];
      for (;;) {
        const turn = await take(fresh);
        const step = await library.step();
        const [did, wanted] = [
          await labelsOf(rig, turn.decision),
          step.labels.map(({ text }) => text),
        ];
        if (did.join() !== wanted.join()) differences.push(`${did.join()} for ${wanted.join()}`);
        if (turn.calls.length === 0) return differences;
        fresh = turn.calls.map(({ id, name }, at) => {
          const text = tools.say(name);
          const own = step.calls[at];
          const content = { role: 'tool', content: text } as const;
          if (own !== undefined) library.say(resultFor(own, content));
          return dialogue.result(id, text);
        });
      }
    };
    return { key, go, take, held, turns, tools, library };
  }

  test('an honest client has the library’s labels', async () => {
    const { go, library } = await newClient();
    await go('hello');
    await go('look it up');
    await rig.restart();
    library.restart();
    await go('read it');
    await go('hello again');
    expect(await go('pay the account')).toEqual([]);
  });

  test('a stranger’s text that is moved into a user turn stays a stranger’s', async () => {
    const { key, go, held, turns, tools } = await newClient();
    await go('look it up');
    await go('read it');
    const said = dialogue.user(`look it up: ${tools.mail}`);
    const first = turns[1];
    const [items, previous] = dialogue.names
      ? [[said], first?.id]
      : [[...held.slice(0, 4), said], undefined];
    const turn = await takeTurn({ rig, key, dialogue }, items, previous);
    expect(turn.status).toBe(200);
    expect(turn.run).toBe(first?.run);
    expect(await labelsOf(rig, turn.decision)).toEqual(['untrusted']);
  });

  test('another tenant’s history is somebody’s', async () => {
    const { go, held, turns } = await newClient();
    await go('look it up');
    const thief = await rig.addKey(`thief-${newCanary()}`);
    const place = { rig, key: thief, dialogue };
    const items = [...held, dialogue.user('look it up')];
    const turn = await takeTurn(place, items);
    expect(turn.run).not.toBe(turns[0]?.run);
    expect(await labelsOf(rig, turn.decision)).toEqual(['untrusted']);
    const named = await takeTurn(place, [dialogue.user('hello')], turns.at(-1)?.id);
    expect(named.run).not.toBe(turns[0]?.run);
    expect(dialogue.path === '/v1/responses' ? named.status : 404).toBe(404);
  });
});

test('what a client said after a response that it named is the name of no conversation', async () => {
  const dialogue = dialogues['Responses, sent whole'];
  if (dialogue === undefined) throw new Error('it is there');
  const place = { rig, key: await rig.addKey('named'), dialogue };
  const [read, hello] = [dialogue.user('read it'), dialogue.user('hello')];
  const called = await takeTurn(place, [read]);
  const result = dialogue.result(called.calls[0]?.id ?? '', `A mail: ${newCanary()}`);
  const tainted = await takeTurn(place, [result], called.id);
  await takeTurn(place, [hello], tainted.id);
  const greeted = await takeTurn(place, [hello]);
  const more = [hello, ...greeted.items, dialogue.user('look it up')];
  expect(await labelsOf(rig, (await takeTurn(place, more)).decision)).toEqual(['trusted']);
});

test('what a response of another run said is nobody’s word in this one', async () => {
  const dialogue = dialogues['Responses, sent whole'];
  if (dialogue === undefined) throw new Error('it is there');
  const key = await rig.addKey('references');
  const place = { rig, key, dialogue };
  const begin = dialogue.user('read it');
  const called = await takeTurn(place, [begin]);
  const result = dialogue.result(called.calls[0]?.id ?? '', `A mail: ${newCanary()}`);
  const tainted = await takeTurn(place, [begin, ...called.items, result]);
  const other = await takeTurn(place, [dialogue.user('hello')]);
  const item = tainted.items.find(hasId);
  const reference = { type: 'item_reference', id: item?.id ?? '' };
  const mixed = await takeTurn(place, [reference, dialogue.user('look it up')], other.id);
  expect(await labelsOf(rig, mixed.decision)).toEqual(['untrusted']);
});

function hasId(item: unknown): item is { readonly id: string } {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string';
}
