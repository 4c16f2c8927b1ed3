import { expect, test } from 'vitest';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { operate } from './test-context.ts';

test('the console is opened by an address that signs in once, and holds no key', async () => {
  const { operator, url, send } = await operatorRig();
  const key = await operator('ann');
  const { code, out } = await operate(['console', '--no-open', '--url', url], { key });
  expect(code).toBe(0);
  expect(out).toContain(`The console: ${url}/console`);
  expect(out).not.toContain(key);
  const once = /#code=([\w-]{43})$/m.exec(out)?.[1];
  const enter = () => send('POST', '/api/console/session', { body: { code: once } });
  expect((await enter()).status).toBe(200);
  expect((await enter()).status).toBe(401);
});

test('what is shown of a question names the deciding fact', async () => {
  const { operator, ask, url } = await operatorRig();
  const key = await operator('ann');
  const { id } = await ask({
    request: { violations: [{ dimension: 'integrity', argument: '/recipient' }] },
  });
  const { out } = await operate(['approvals', id, '--url', url], { key });
  expect(out).toContain(
    '“recipient” stands in what read_mail returned, not in a request of the user.',
  );
});
