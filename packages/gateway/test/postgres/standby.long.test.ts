import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { payer } from '../attacks/asking.ts';
import { Killable } from '../faults/killable.ts';
import { ask, callIdsIn, goOn, untilKilled } from '../faults/working-client.ts';
import { say, type ChatMessage } from '../identity/client.ts';
import { honest } from '../identity/honest-model.ts';
import { noPostgres, PostgresServer } from './server.ts';

describe.skipIf(noPostgres !== undefined)(
  `two gateways over PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(async () => await server.stop());

    /** As if the time of a lease had passed: the one that had it was killed. */
    const leaseEnds = async (): Promise<void> => {
      await server.query(server.newest, "update lease set until = '-infinity'");
    };

    proves('postgres/standby', async () => {
      await using gateway = await Killable.start('trusted', await server.withTables());
      gateway.upstream.play(honest);
      const clients = Array.from({ length: 4 }, (_, n): ChatMessage[] => [
        say('system', `You help ${n}.`),
        say('user', 'look it up'),
      ]);
      for (const answersMin of [3, 9, 5]) {
        const next = gateway.begin();
        const { promise: busy, resolve } = Promise.withResolvers<void>();
        let answers = 0;
        const onAnswer = (): void => {
          answers += 1;
          if (answers === answersMin) resolve();
        };
        const all = Promise.all(
          clients.map((messages) => untilKilled(gateway, messages, onAnswer)),
        );
        await busy;
        await gateway.kill();
        await all;
        await leaseEnds();
        await next;
        for (const messages of clients) {
          const got = await ask(gateway, messages);
          expect(got.status).toBe(200);
          // The texts that a client holds are known: no result is unattributed.
          const { store } = gateway;
          const events = await store.events.list({ subject: got.decision, limit: 1_000 });
          const labelled = events.filter(({ type }) => type === 'step-labelled');
          expect(labelled.map(({ label }) => label)).toEqual(['trusted']);
          goOn(messages, got.message);
        }
      }
      const given = clients.flat().flatMap((message) => callIdsIn({ message }));
      expect(new Set(given).size).toBe(given.length);
      expect((await gateway.store.events.verify()).broken).toBeUndefined();
      expect(await gateway.store.events.unsupported()).toEqual([]);
    });

    test('a question of one that was killed is answered once at the one that stood by', async () => {
      await using gateway = await Killable.start('untrusted', await server.withTables());
      gateway.upstream.play(payer);
      const toBob = [say('user', 'pay {"to":"bob"}')];
      const next = gateway.begin();
      const lost = ask(gateway, toBob).then(
        () => 'answered',
        () => 'lost',
      );
      await gateway.asked();
      await gateway.kill();
      expect(await lost).toBe('lost');
      await leaseEnds();
      await next;
      const { id } = await gateway.answer('yes');
      const generations = gateway.upstream.requests.length;
      const given = callIdsIn(await ask(gateway, toBob));
      expect(given).toHaveLength(1);
      expect(callIdsIn(await ask(gateway, toBob))).toEqual(given);
      expect(gateway.upstream.requests).toHaveLength(generations);
      expect((await gateway.store.questions.get(id))?.state).toBe('used');
    });
  },
);
