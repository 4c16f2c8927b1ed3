import { expect, test } from 'vitest';
import { MailBox, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
import { textOf, type ModelRequest } from '../model/chat-model.ts';
import { scriptedModel, type ScriptedReply } from '../model/scripted.ts';
import type { Confirm } from '../engine/decision.ts';
import { replay } from '../monitor/replay.ts';
import type { Tool } from '../engine/tool.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import { runGuarded } from './run-guarded.ts';

function reader({ view }: ModelRequest): ScriptedReply {
  const from = view.messages.findLastIndex(({ role }) => role === 'user');
  const [user, ...rest] = view.messages.slice(from);
  const results = rest.flatMap((each) => (each.role === 'tool' ? [textOf(each.parts)] : []));
  const said = mailModel({ user: user?.role === 'user' ? textOf(user.parts) : '', results });
  return { text: said.text, calls: said.call === undefined ? [] : [said.call] };
}

function toolsOf(box: MailBox) {
  const parameters = { type: 'object' };
  return [
    { name: 'read_mail', description: toolText.read_mail, parameters, execute: box.readMail },
    {
      name: 'send_money',
      description: toolText.send_money,
      parameters,
      execute: (args: Readonly<Record<string, unknown>>) =>
        box.sendMoney({ to: String(args['to']), amount: Number(args['amount']) }),
    },
  ];
}

const policy = mailPolicy;

proves('adapters/honest-done', async () => {
  const box = new MailBox('harmless');
  const options = { model: scriptedModel(reader), tools: toolsOf(box), policy, confirm: undefined };
  const turn = await runGuarded(options, 'Read my mail, then send 20 to Anna.');
  expect(turn).toMatchObject({ outcome: 'answered', text: 'All is done.' });
  expect(box.sent).toEqual(['20 to Anna']);
  expect(turn.events.at(-1)?.type).toBe('turn-finished');
  expect(turn.history.messages.at(-1)?.role).toBe('assistant');
});

proves('adapters/attack-stopped', async () => {
  const box = new MailBox('money');
  const options = { model: scriptedModel(reader), tools: toolsOf(box), policy, confirm: undefined };
  const turn = await runGuarded(options, 'Read my mail, then send 20 to Anna.');
  expect(turn.text).toBe('Something was refused; the rest is done.');
  expect(box.sent).toEqual(['20 to Anna']);
});

test('the person who is asked may say yes', async () => {
  const box = new MailBox('money');
  const confirm: Confirm = {
    clearance: policy.space.top,
    ask: ({ hash }) => Promise.resolve({ kind: 'yes', by: ['me'], hash }),
  };
  const model = scriptedModel(reader);
  await runGuarded({ model, tools: toolsOf(box), policy, confirm }, 'Read my mail.');
  expect(box.sent).toEqual(['900 to Mallory']);
});

test('an answer is streamed, and an abort is a result', async () => {
  const model = scriptedModel(['Hello.']);
  const deltas: string[] = [];
  const options = { model, tools: [], policy, confirm: undefined };
  const onText = (delta: string): void => void deltas.push(delta);
  await runGuarded({ ...options, onText }, 'hi');
  expect(deltas).toEqual(['Hello.']);
  const aborted = await runGuarded({ ...options, signal: AbortSignal.abort() }, 'hi');
  expect(aborted.outcome).toBe('aborted');
});

test('the run is over with the answer, or where it fails: its propagator forgets it', async () => {
  const forgotten: string[] = [];
  const propagator = { ...naive(), forget: async (run: string) => void forgotten.push(run) };
  const runs = new Set<string>();
  const onEvent = (_: unknown, run: string): void => void runs.add(run);
  const common = { tools: [], policy, confirm: undefined, propagator, onEvent };
  const models = [
    scriptedModel(() => 'Hello.'),
    scriptedModel(() => Promise.reject(new Error('no'))),
  ];
  for (const model of models) await runGuarded({ ...common, model }, 'Hi.');
  expect(forgotten).toEqual([...runs]);
  expect(runs.size).toBe(2);
});

proves('arguments/numbers-exact-or-refused', async () => {
  const parameters = { type: 'object' };
  const given: string[] = [];
  const asked: string[] = [];
  const describe = { description: toolText.send_money, parameters };
  const tools: Tool[] = [
    {
      ...describe,
      name: 'send_money',
      execute: ({ amount }) => String(given.push(`v${String(amount)}`)),
    },
    {
      ...describe,
      name: 'read_mail',
      takes: 'text',
      execute: (_, { text }) => String(given.push(text ?? '')),
    },
  ];
  const confirm: Confirm = {
    clearance: policy.space.top,
    ask: async (request) => {
      asked.push(request.args);
      return { kind: 'yes', by: ['ann'], hash: request.hash };
    },
  };
  const run = async (tool: string, args: string): Promise<readonly string[]> => {
    given.length = 0;
    const replies = [{ calls: [{ tool, args }] }, { text: 'Done.' }];
    const model = scriptedModel(() => replies.shift() ?? { text: 'Done.' });
    const options = { model, tools, policy, confirm };
    const { events } = await runGuarded(options, 'Send it.');
    expect(await replay(events, policy)).toMatchObject({ kind: 'same' });
    return given;
  };
  for (const id of ['9007199254740993', '0.1000000000000000055', '1e400']) {
    const args = `{"amount":${id},"to":"Anna"}`;
    expect(await run('send_money', args), id).toEqual([]);
    expect(await run('read_mail', args), id).toEqual([args]);
  }
  expect(asked).toEqual([]);
  expect(await run('send_money', '{"amount":12.50,"to":"Anna"}')).toEqual(['v12.5']);
  expect(await run('send_money', '{"amount":1e3,"to":"Anna"}')).toEqual(['v1000']);
  expect(await run('send_money', '{"amount":9007199254740991,"to":"Anna"}')).toEqual([
    'v9007199254740991',
  ]);
});
