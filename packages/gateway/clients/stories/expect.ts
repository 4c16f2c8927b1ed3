import assert from 'node:assert/strict';
import type { Seen } from '../../test/upstream/script.ts';
import type { Scene } from '../scene.ts';
import type { Open } from '../world/operator.ts';
import type { Ended } from '../world/terminal.ts';

/** The agent said this to its user, and its job is green. */
export function expectSaid(ended: Ended, words: string): void {
  const { code, output, errors } = ended;
  const told = `exit ${String(code)}\n${output}\n${errors}`;
  assert.equal(code, 0, `its job is not green: ${told}`);
  assert.ok(output.includes(words), `it did not say “${words}”: ${told}`);
}

/** The agent told its user that something went wrong, in words and by its exit code. */
export function expectFailed(ended: Ended, words: RegExp): void {
  const { code, output, errors } = ended;
  const told = `exit ${String(code)}\n${output}\n${errors}`;
  assert.ok(code !== undefined, `it had to be killed: ${told}`);
  assert.ok(code !== 0, `its job is green: ${told}`);
  assert.match(`${output}\n${errors}`, words);
}

/** What came back of the calls, as the model was shown it, in order. */
export function resultsIn(seen: Seen | undefined): readonly string[] {
  const messages = seen?.messages ?? [];
  return messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
}

/** A person is asked while the agent waits. */
export async function expectHeld(scene: Scene, turn: Promise<Ended>): Promise<Open> {
  const question = await scene.question(turn);
  if (question !== undefined) return question;
  const { code, output, errors } = await turn;
  assert.fail(`nobody was asked: exit ${String(code)}\n${output}\n${errors}`);
}

/** All requests of the conversation belong to one run. */
export function expectOneRun(scene: Scene): void {
  const runs = scene.sentOf('main').map(({ answerHeaders }) => answerHeaders['x-sluice-run']);
  assert.equal(new Set(runs).size, 1, `runs: ${runs.join(', ')}`);
}
