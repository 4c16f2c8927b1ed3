import { expect, test } from 'vitest';
import { readReply, streamReader } from './reply.ts';

const said = { type: 'output_text', text: 'Hi', annotations: [] };
const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [said] };
const hosted = { type: 'code_interpreter_call', id: 'ci_1', code: 'print(1)' };
const completed = { status: 'completed', model: 'm' };
const ran = ['unknown block'];

test('an item that nobody asked for is as if an unknown tool of the provider had run', () => {
  const whole = readReply({ ...completed, output: [message, hosted] });
  expect(whole).toMatchObject({ text: 'Hi', ran, stop: 'complete' });
});

test('so it is in a stream, before the text that comes behind it', () => {
  const told: string[] = [];
  const reader = streamReader(
    (delta) => told.push(delta),
    (tool) => told.push(tool),
  );
  for (const event of [
    { type: 'response.output_item.added', output_index: 0, item: hosted },
    { type: 'response.output_item.done', output_index: 1, item: message },
  ]) {
    reader.event(undefined, JSON.stringify(event));
  }
  expect(told).toEqual([...ran, 'Hi']);
  expect(reader.reply()).toMatchObject({ ran });
});

test('a part of a message that nobody knows says nothing', () => {
  const content = [{ type: 'output_score', score: 2 }, said];
  const reply = readReply({ ...completed, output: [{ ...message, content }] });
  expect(reply).toMatchObject({ text: 'Hi', stop: 'complete' });
  expect(reply.ran).toBeUndefined();
});
