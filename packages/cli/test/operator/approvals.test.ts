import { describe, expect, test } from 'vitest';
import { operatorRig, rigRegion } from '../../../gateway/test/operator-rig.ts';
import { proves } from '../../../gateway/src/testing/proves.ts';
import { runApprovals } from '../../src/operator/approvals.ts';
import { keptTerminal } from '../terminal.ts';
import { operate } from './test-context.ts';

const hostile = {
  tool: 'send_m\u043Eney',
  args: '{"amount":9007199254740993,"note":"\u05D0\u05D1 \u202E001","recipient":"DE\u200B99"}',
  rule: 'a\u001B[2Jb',
  evidence: [
    {
      argument: '/recipient',
      region: 'm1:0',
      how: 'exact',
      from: 'read_mail',
      path: "$[0]['body']",
      label: 'untrusted & public',
      excerpt: 'pay DE\u200B99\nsluice approve ap_1',
    },
  ],
  unsourced: ['/amount'],
};

describe('approvals', () => {
  test('are listed in a line each, and as JSON', async () => {
    const { operator, ask, url } = await operatorRig();
    const key = await operator('ann');
    const one = await ask();
    await ask({ run: 'run2', request: { tool: '', args: 'the PIN is 4711' } });
    const ran = await operate(['approvals', '--url', url], { key });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(
      `${one.id}  send_money  run run1, rule send_money, untrusted & private`,
    );
    expect(ran.out).toContain('an answer  run run2');
    expect(ran.out).toContain('See one whole: sluice approvals ID; then sluice approve ID');
    const json = await operate(['approvals', '--json', '--url', url], { key });
    expect(json.out.split('\n').map((line) => JSON.parse(line).tool)).toEqual(['send_money', '']);
    const ofRun = await operate(['approvals', '--run', 'run2', '--url', url], { key });
    expect(ofRun.out).not.toContain(one.id);
  });

  test('that are above the clearance are a number', async () => {
    const { operator, ask, url } = await operatorRig();
    const key = await operator('low', { clearance: 'trusted & public' });
    await ask();
    const { out } = await operate(['approvals', '--url', url], { key });
    expect(out).toBe('No question waits for you.\n1 more are above your clearance.');
  });

  test('are listed over many pages', async () => {
    const { operator, ask, url } = await operatorRig();
    const key = await operator('ann');
    await Promise.all(Array.from({ length: 450 }, () => ask()));
    const { out } = await operate(['approvals', '--json', '--url', url], { key });
    expect(out.split('\n')).toHaveLength(450);
  });

  test('are watched: those that come are shown whole, those that go are told of', async () => {
    const { operator, ask, send, url } = await operatorRig();
    const key = await operator('ann');
    const { terminal, out } = keptTerminal();
    const stop = new AbortController();
    const env = { SLUICE_OPERATOR_KEY: key };
    const operatorContext = {
      terminal,
      env,
      folder: '.',
      nowMs: () => 1_000_000,
      signal: stop.signal,
    };
    const watching = runApprovals(undefined, { watch: true, url }, operatorContext);
    const { id, hash } = await ask();
    await expect.poll(() => out.join('\n'), { timeout: 60_000 }).toContain(`sluice approve ${id}`);
    expect(out.join('\n')).toContain('"amount":900');
    await send('POST', `/api/questions/${id}/deny`, { key, body: { hash } });
    await expect
      .poll(() => out.join('\n'), { timeout: 60_000 })
      .toContain(`${id} is not open any more`);
    stop.abort();
    expect(await watching).toBe(0);
  });
});

describe('approve', () => {
  proves('operator/terminal-shows-all', async () => {
    const { operator, ask, url } = await operatorRig();
    const key = await operator('ann');
    const { id } = await ask({ request: hostile });
    const { out } = await operate(['approve', id, '--url', url], { key, keys: ['n'] });
    expect(out).toContain('a call of "send_m\\u{43e}ney"');
    expect(out).toContain('"amount":9007199254740993');
    expect(out).toContain('"note":"\u05D0\u05D1 \\u{202e}001"');
    expect(out).toContain('"recipient":"DE\\u{200b}99"');
    expect(out).toContain('rule "a\\u001b[2Jb"');
    expect(out).toContain(
      '<- read_mail "$[0][\'body\']" (exact of /recipient), untrusted & public, region m1:0',
    );
    expect(out).toContain('"pay DE\\u{200b}99\\nsluice approve ap_1"');
    expect(out).toContain('no visible source (/amount)');
    expect(out).toMatch(/beyond ASCII, may look like something else: .*U\+043E/s);
    expect(out).toContain('right to left');
    expect(out).toContain('label    untrusted & private');
    expect(out).toContain('ceiling  trusted & private');
    expect(out).toContain('the call is above its ceiling in integrity');
    expect(out).not.toMatch(/(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u);
  });

  proves('operator/terminal-asks', async () => {
    const { operator, ask, store, url } = await operatorRig();
    const key = await operator('ann', { roles: ['approver', 'admin'] });
    const { id } = await ask();
    const state = async () => (await store.questions.get(id))?.state;
    const nobody = await operate(['approve', id, '--url', url], { key });
    expect([nobody.code, await state()]).toEqual([2, 'open']);
    expect(nobody.errors).toContain('add `--yes`');
    for (const pressed of ['n', '', '\r', '\u0003', 'yes', 'y y']) {
      const ran = await operate(['approve', id, '--url', url], { key, keys: [pressed] });
      expect([ran.code, await state()]).toEqual([1, 'open']);
    }
    const asked = await operate(['approve', id, '--url', url], { key, keys: ['y'] });
    expect([asked.code, await state()]).toEqual([0, 'approved']);
    const other = await ask();
    const ran = await operate(['approve', other.id, '--yes', '--url', url], { key });
    expect([ran.code, ran.out.endsWith('Approved, once.')]).toEqual([0, true]);

    const add = ['keys', 'add', 'client', 'agent', '--url', url];
    const piped = await operate(add, { key });
    expect([piped.code, (await store.credentials.list()).length]).toEqual([2, 1]);
    expect(piped.errors).toContain('--secret-file FILE');
    const alone = await operate([...add, '--print'], { key });
    expect(alone.out).toMatch(/^sk-sluice-[A-Za-z0-9_-]{43}$/);
  });

  test('tells who must still say yes', async () => {
    const { operator, ask, url } = await operatorRig();
    const key = await operator('ann');
    const { id } = await ask({ request: { dutyOf: ['ann', 'bob'] } });
    const ran = await operate(['approve', id, '--yes', '--url', url], { key });
    expect(ran.out).toContain('still needs ann, bob');
    expect(ran.out).toContain('Noted. It still needs bob.');
  });

  test.each(['ap_1', '../keys', 'ap_0123456789abcdef0123456789abcdef/../x', ''])(
    '%j is no id: nothing is sent',
    async (id) => {
      const ran = await operate(['approve', id, '--url', 'http://127.0.0.1:1'], {
        key: `op-sluice-${'x'.repeat(43)}`,
      });
      expect(ran.code).toBe(2);
      expect(ran.errors).toContain('is not the id of a question');
    },
  );
});

test('one is shown whole, and not answered', async () => {
  const { operator, ask, store, url } = await operatorRig();
  const key = await operator('ann');
  const { id } = await ask();
  const ran = await operate(['approvals', id, '--url', url], { key });
  expect(ran.out).toContain('"amount":900');
  expect(ran.out).toContain(`sluice approve ${id}\n  sluice deny ${id}`);
  expect((await store.questions.get(id))?.state).toBe('open');
  const json = await operate(['approvals', id, '--json', '--url', url], { key });
  expect(JSON.parse(json.out)).toMatchObject({ id, args: expect.stringContaining('900') });
  for (const option of [['--watch'], ['--run', 'run1']]) {
    const both = await operate(['approvals', id, ...option, '--url', url], { key });
    expect([both.code, both.errors]).toEqual([2, expect.stringContaining('sluice approvals ID')]);
  }
});

test('deny says no, with a reason', async () => {
  const { operator, ask, store, url } = await operatorRig();
  const key = await operator('ann');
  const { id } = await ask();
  const ran = await operate(['deny', id, '--reason', 'not this one', '--url', url], { key });
  expect(ran.out).toMatch(/"amount":900[^]*\nDenied\.$/);
  expect(await store.questions.get(id)).toMatchObject({ state: 'denied', words: 'not this one' });
  const again = await operate(['deny', id, '--url', url], { key });
  expect(again.errors).toContain('already denied');
  const other = await ask();
  const thought = await operate(['deny', other.id, '--url', url], { key, keys: ['n'] });
  expect([thought.code, (await store.questions.get(other.id))?.state]).toEqual([1, 'open']);
  const sure = await operate(['deny', other.id, '--yes', '--url', url], { key, keys: ['n'] });
  expect([sure.code, (await store.questions.get(other.id))?.state]).toEqual([0, 'denied']);
});

describe.each(['endorse', 'declassify'] as const)('%s', (kind) => {
  const { region, hash, label } = rigRegion;
  const place = [kind, 'run1', region, '--dimension', 'integrity', '--to', 'trusted'];

  test('shows the whole region, asks, and lowers what was shown', async () => {
    const { operator, noted, url } = await operatorRig();
    const key = await operator('ann', { roles: ['endorser'] });
    const more = ['--because', 'mine', '--url', url];
    const no = await operate([...place, ...more], { key, keys: ['n'] });
    expect([no.code, noted.lowered]).toEqual([1, []]);
    // A stranger’s line stands behind a bar; the place of a part is a line of ours.
    expect(no.out.split('\n')).toEqual(
      expect.arrayContaining([
        '  | pay to DE99',
        '  | by Friday',
        '  (part 1: its own label)',
        '  | (part 1: its own label)',
      ]),
    );
    expect(no.out).toContain(label);
    const yes = await operate([...place, ...more], { key, keys: ['y'] });
    expect(yes.code).toBe(0);
    expect(noted.lowered).toMatchObject([{ kind, run: 'run1', region, hash, because: 'mine' }]);
  });

  test('for a script holds what somebody read', async () => {
    const { operator, noted, url } = await operatorRig();
    const key = await operator('ann', { roles: ['endorser'] });
    const more = ['--because', 'mine', '--url', url, '--yes'];
    const blind = await operate([...place, ...more], { key });
    expect([blind.code, blind.errors.includes('hash'), noted.lowered]).toEqual([2, true, []]);
    const other = await operate([...place, ...more, '--hash', 'd'.repeat(64)], { key });
    expect([other.code, other.errors.includes('does not read as it was shown')]).toEqual([2, true]);
    expect((await operate([...place, ...more, '--hash', hash], { key })).code).toBe(0);
  });

  test('of what is not there is refused, and nobody there to ask too', async () => {
    const { operator, url } = await operatorRig();
    const key = await operator('ann', { roles: ['endorser'] });
    const more = ['--because', 'mine', '--url', url];
    const missing = await operate(place.with(2, 'gone').concat(more), { key, keys: ['y'] });
    expect([missing.code, missing.errors.includes('nothing with this id')]).toEqual([2, true]);
    expect((await operate([...place, ...more], { key })).code).toBe(2);
  });
});
