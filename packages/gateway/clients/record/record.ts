import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordedFolder, type RecordedRequest } from '../../test/recorded/recorded.ts';
import type { Reply, ScriptedCall } from '../../test/upstream/script.ts';
import type { Scene } from '../scene.ts';
import { png } from '../stories/png.ts';
import { versionOf } from '../world/installed.ts';
import type { Sent } from '../world/relay.ts';
import { Scrub } from './scrub.ts';

/** Agents are recorded without the gateway: it gives calls ids of its own. */
export const recording = {
  name: 'recording',
  play: async (scene: Scene): Promise<void> => {
    if (scene.agent.edits === undefined) await converse(scene);
    else await edit(scene, scene.agent.edits);
    writeRecording(scene);
  },
};

/**
 * One long conversation with everything in it: calls side by side, a picture, a command that fails,
 * a second process that goes on, a summary, and a question beside the conversation.
 */
async function converse(scene: Scene): Promise<void> {
  const { agent, place } = scene;
  const { compaction: way, side } = agent;
  scene.write('notes.txt', 'A short note.');
  scene.write('dot.png', Buffer.from(png, 'base64'));
  const view = agent.calls.view?.('dot.png', place);
  scene.model(
    calling(scene.reads('notes.txt'), scene.writes('hello.txt', 'Hello, file.')),
    ...(view === undefined ? [] : [calling(view)]),
    calling(agent.calls.run('exit 3')),
    { text: 'All is done.' },
  );
  await scene.say('do everything.');
  const usage = way?.by === 'usage' ? { usage: way.usage } : {};
  scene.model({ ...calling(scene.reads('notes.txt')), ...usage }, { text: 'And more.' });
  await scene.say('go on.', { continues: true });
  if (way?.by === 'command') await scene.tell({ prompt: way.prompt, continues: true });
  scene.model({ text: 'I know what was before.' });
  await scene.say('what was before?', { continues: true });
  if (side === undefined) return;
  const last = { fault: 'slow', reply: { text: 'It counts.' }, goesOn: scene.sideAsked } as const;
  scene.model(
    ...(side.before === undefined ? [] : [calling(side.before)]),
    calling(side.call),
    last,
  );
  await scene.say('let another agent count.', { args: side.args ?? [] });
}

/** The same for an agent that has no tools: its answers are what it does. */
async function edit(scene: Scene, { answer, reading }: Edits): Promise<void> {
  scene.write('notes.txt', 'A short note.');
  scene.model({ text: answer('hello.txt', 'Hello, file.') });
  await scene.say('write a file.', { args: reading('notes.txt') });
  scene.model({ text: 'I know what was before.' });
  await scene.say('what was before?', { continues: true });
}

type Edits = NonNullable<Scene['agent']['edits']>;

function calling(...calls: readonly ScriptedCall[]): Reply {
  return { calls };
}

/** Writes what the agent sent, scrubbed, in the order in which it did. */
function writeRecording(scene: Scene): void {
  const { name, protocol } = scene.agent;
  const scrub = new Scrub(scene.place);
  const requests = chosen(scene).map(({ during, sent }): RecordedRequest => {
    const { method, path: at } = sent;
    const headers = scrub.headers(sent.headers);
    return { during, method, path: at, headers, body: scrub.body(sent.body) };
  });
  const all = { agent: name, version: versionOf(scene.agent), protocol, requests };
  writeFileSync(path.join(recordedFolder, `${name}.json`), `${JSON.stringify(all, null, 1)}\n`);
}

interface Chosen {
  readonly during: string;
  readonly sent: Sent;
}

/** Of each kind of request one: the first of all, and the last before a summary, hold the most. */
function chosen(scene: Scene): readonly Chosen[] {
  const placeOf = (sent: Sent | undefined): number =>
    sent === undefined ? -1 : scene.sent.indexOf(sent);
  const main = scene.sentOf('main');
  const [summary] = scene.sentOf('compaction');
  const at = summary === undefined ? scene.sent.length : placeOf(summary);
  const before = main.filter((sent) => placeOf(sent) < at);
  const all = [
    ...named('first prompt', before[0]),
    ...named('results', before.at(-1)),
    ...named('summary', summary),
    ...named(
      'after the summary',
      main.find((sent) => placeOf(sent) > at),
    ),
    ...scene
      .sentOf('side')
      .slice(0, 2)
      .flatMap((sent) => named('side request', sent)),
  ];
  return all.toSorted((a, b) => placeOf(a.sent) - placeOf(b.sent));
}

function named(during: string, sent: Sent | undefined): readonly Chosen[] {
  return sent === undefined ? [] : [{ during, sent }];
}
