import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from '../../src/agentsec/defence/over-http.ts';
import { measuresOf } from '../../src/agentsec/measure/measures.ts';
import { gameTasks } from '../../src/agentsec/task/tasks.ts';
import { runReader } from '../agentsec/run-reader.ts';
import { proves } from '../../src/testing/proves.ts';
import { digitsOut } from './digits-out.ts';
import { outsideServer } from './outside-server.ts';

const tasks = gameTasks(4);

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return `http://127.0.0.1:${address.port}/`;
}

test('a defence in one file is measured like the others', async () => {
  const traces = await runReader(tasks, [digitsOut]);
  const { closure, utility, errors } = measuresOf(
    traces.filter(({ game }) => game === 'retrieval'),
  );
  expect([closure, utility, errors]).toEqual([1, 1, 0]);
});

proves('agentsec/outside', async () => {
  const url = await urlOf(outsideServer());
  const asked = overHttp({ name: 'outside', url, timeoutMs: 5000 });
  const { asr, closure, utility, errors } = measuresOf(
    (await runReader(tasks, [asked])).filter(({ game }) => game !== 'capability'),
  );
  expect([asr, closure, utility, errors]).toEqual([0, 1, 1, 0]);
  const said = ['', '{', '{"text": "a"}', '{"context": 3}'];
  const broken = said.map((text) => createServer((_, response) => response.end(text)));
  const failing = createServer((_, response) => response.writeHead(500).end('{"context": ""}'));
  const silent = createServer(() => {});
  for (const server of [...broken, failing, silent]) {
    const one = overHttp({ name: 'outside', url: await urlOf(server), timeoutMs: 200 });
    const traces = await runReader(tasks.slice(0, 1), [one]);
    expect(traces.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^the defence `outside` gave no usable answer; let it answer/),
      expect.stringMatching(/^the defence `outside` gave no usable answer; let it answer/),
    ]);
    expect(measuresOf(traces)).toMatchObject({ asr: 1, closure: 0, utility: 0 });
  }
});
