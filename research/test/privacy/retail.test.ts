import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadPolicy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { sideMeasures } from '../../src/privacy/measure/side-measures.ts';
import { verdictOf } from '../../src/privacy/measure/verdict.ts';
import { shopAnswers } from '../../src/privacy/prose/prose-suite.ts';
import { drawnShopTasks } from '../../src/privacy/retail/draw.ts';
import { readShop } from '../../src/privacy/retail/shop-file.ts';
import { expectedOf, isDue } from '../../src/privacy/task/expected.ts';
import type { PrivacyTask } from '../../src/privacy/task/task.ts';
import { openWorld, worldOf } from '../../src/privacy/world/open.ts';
import { privacyDefence } from '../../src/privacy/defence/by-name.ts';
import { madeShop } from './made-shop.ts';
import { finished } from './run-one.ts';

const drawn = drawnShopTasks(madeShop, 20);

function named(id: string): PrivacyTask {
  const task = drawn.find((each) => each.id === id);
  if (task === undefined) throw new Error(`there is no task ${id}`);
  return task;
}

describe('the tasks of a shop', () => {
  test('are one of each customer, as far as a replay has all that it needs', () => {
    expect(drawn.map(({ id }) => id).toSorted()).toEqual(['made_0', 'made_1']);
    expect(drawnShopTasks(madeShop, 1)).toHaveLength(1);
  });

  test('have the truth that stands on the page before anything runs', () => {
    const task = named('made_0');
    const truth = expectedOf(task).map(({ step: { tool }, categories }) => [
      tool,
      categories.join(' '),
      isDue(task, tool, categories),
    ]);
    expect(truth).toEqual([
      ['find_user_id_by_email', '', false],
      // Made since the customer was not found: that is of them.
      ['find_user_id_by_name_zip', 'identity', false],
      ['get_user_details', 'identity', false],
      ['get_order_details', 'identity orders', false],
      ['get_product_details', 'identity orders', false],
      // One price stands in the catalogue, the other in the order alone.
      ['calculate', 'identity orders', true],
      ['exchange_delivered_order_items', 'identity orders payment', true],
    ]);
    expect(task.told).toEqual(['30.5']);
    expect(expectedOf(named('made_1')).map(({ categories }) => categories)).toEqual([[], []]);
  });

  test('are carried out as they were recorded, and no other call is', async () => {
    const task = named('made_0');
    expect((await finished(task)).done).toBe(true);
    const { tools, done } = openWorld(task.setting);
    const calculate = tools.find(({ name }) => name === 'calculate');
    const signal = new AbortController().signal;
    expect(calculate?.execute({ expression: '1 + 1' }, { signal, callId: 'c' })).toMatchObject({
      failed: true,
    });
    expect(done).toEqual([]);
  });

  test('ask about a change always, and about a look-up where too much is in its label', async () => {
    const asked = async (defence: string): Promise<readonly boolean[]> => {
      const task = named('made_0');
      return verdictOf(task, await finished(task, { defence })).calls.map((call) => call.asked);
    };
    expect(await asked('lineage')).toEqual([false, false, false, false, false, true, true]);
    expect(await asked('naive')).toEqual([false, false, false, true, true, true, true]);
  });
});

test('the policy names every tool of the shop, and is a policy', async () => {
  const { policy } = worldOf(named('made_0').setting);
  const { space } = await loadPolicy(policy, { file: 'retail.yaml' });
  expect(space.top.text).toBe('private{*}');
  const { clearedFor } = worldOf(named('made_0').setting);
  expect(clearedFor('get_order_details')).toEqual(['identity', 'orders']);
  expect(clearedFor('calculate')).toEqual([]);
  expect(clearedFor('modify_user_address')).toBeUndefined();
  expect(clearedFor('a tool that is not there')).toBeUndefined();
});

test('what is told is free to the customer and private to anybody else', async () => {
  const answers = shopAnswers(madeShop, 20);
  const due = answers.map((task) => [
    task.id,
    isDue(task, '', expectedOf(task).at(-1)?.categories ?? []),
  ]);
  expect(Object.fromEntries(due)).toEqual({
    'made_0-user': false,
    'made_0-others': true,
    'made_1-user': false,
    'made_1-others': true,
  });
  const runs = await Promise.all(
    answers.map(async (task) => ({ task, played: await finished(task, { defence: 'none' }) })),
  );
  const defence = privacyDefence('none');
  const none = { refused: [], careless: [], choosing: [], drawn: [] };
  const found = sideMeasures({ defence, granted: runs, ...none });
  expect(found).toMatchObject({ tasks: 4, utilityGranted: 1, leaks: 0, errors: 0 });
  expect(found.fnr).toMatchObject({ value: 1 });
});

describe('a file that is no shop says what to type', () => {
  test.each(['{', '{}', '{"policy":"","tools":[],"tasks":[{}]}'])('%s', (text) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-shop-')), 'shop.json');
    writeFileSync(file, text);
    expect(() => readShop(file)).toThrow(/is no file of a shop/);
  });
});
