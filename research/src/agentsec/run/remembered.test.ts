import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChatModel, View } from '@sluice/core';
import { afterAll, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { Recorder, textOfMessage } from '../trace/recorder.ts';
import { remembered } from './remembered.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-agentsec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();

function viewOf(text: string, id = 'call_1'): View {
  const calls = [{ id, tool: 'look', args: '{}' }];
  return {
    messages: [
      { role: 'assistant', text: '', calls },
      { role: 'tool', callId: id, tool: 'look', parts: [{ kind: 'text', text }] },
    ],
    tools: [],
  };
}

/** As a model might read it: without the ids of calls. */
function rendered({ messages }: View): string {
  return messages.map(textOfMessage).join('\n');
}

function counting(): ChatModel & { asked: number } {
  const model = {
    name: 'm',
    asked: 0,
    generate: () => {
      model.asked += 1;
      return Promise.resolve({
        text: `reply ${model.asked}`,
        calls: [],
        stop: 'complete' as const,
      });
    },
  };
  return model;
}

proves('agentsec/remembered', async () => {
  const file = path.join(folder, 'deep', 'm.jsonl');
  let ticks = 0;
  const nowMs = (): number => (ticks += 5);
  const [first, second] = [counting(), counting()];
  const once = remembered(first, { version: '1', rendered, file, nowMs });
  const said = await once.generate({ view: viewOf('a') }, { signal });
  await once.generate({ view: viewOf('b') }, { signal });
  expect(await once.generate({ view: viewOf('a', 'call_9') }, { signal })).toEqual(said);
  expect(first.asked).toBe(2);
  const recorder = new Recorder(
    remembered(second, { version: '1', rendered, file, nowMs }),
    () => 0,
  );
  expect(await recorder.generate({ view: viewOf('a') }, { signal })).toEqual(said);
  expect(second.asked).toBe(0);
  expect(recorder.exchanges[0]?.latencyMs).toBe(5);
});

test('what is made of a view otherwise is asked again', async () => {
  const file = path.join(folder, 'rendered.jsonl');
  const options = { version: '1', file, nowMs: () => 0 };
  const model = counting();
  const request = { view: viewOf('a') };
  await remembered(model, { ...options, rendered }).generate(request, { signal });
  await remembered(model, { ...options, rendered }).generate(request, { signal });
  expect(model.asked).toBe(1);
  const other = (view: View): string => `System: ${rendered(view)}`;
  await remembered(model, { ...options, rendered: other }).generate(request, { signal });
  expect(model.asked).toBe(2);
});

test('another version, another view and a line that was cut off are asked again', async () => {
  const file = path.join(folder, 'cut.jsonl');
  const options = { rendered, file, nowMs: () => 0 };
  const model = counting();
  await remembered(model, { version: '1', ...options }).generate({ view: viewOf('a') }, { signal });
  await remembered(model, { version: '2', ...options }).generate({ view: viewOf('a') }, { signal });
  await remembered(model, { version: '1', ...options }).generate(
    { view: viewOf('a'), mustCall: 'report' },
    { signal },
  );
  expect(model.asked).toBe(3);
  appendFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
  await remembered(model, { version: '1', ...options }).generate({ view: viewOf('a') }, { signal });
  expect(model.asked).toBe(3);
});
