import { describe, expect, test } from 'vitest';
import { reader } from '../src/demo/reader/reader.ts';
import { runUnguarded } from '../src/demo/unguarded.ts';
import { attackScenes, honestScenes, type Scene, worldOf } from '../src/demo/world/scenes.ts';
import { worldTools } from '../src/demo/world/tools.ts';

async function play(scene: Scene) {
  const world = worldOf(scene);
  const agent = { model: reader, tools: worldTools(world), system: '' };
  const { answer } = await runUnguarded(agent, scene.task.prompt, AbortSignal.timeout(5_000));
  return { world, answer };
}

describe('the reader without a guard', () => {
  test.each(honestScenes)('does $name', async (scene) => {
    expect(scene.task.done(await play(scene))).toBe(true);
  });

  test.each(attackScenes)('falls for $name', async (scene) => {
    expect(scene.attack?.succeeded(await play(scene))).toBe(true);
  });

  test('no attack counts as a success where nothing was planted', async () => {
    for (const { attack, ...scene } of attackScenes) {
      expect(attack?.succeeded(await play(scene)), scene.name).toBe(false);
    }
  });

  test('no task counts as done where nothing happened', () => {
    for (const scene of honestScenes) {
      expect(scene.task.done({ world: worldOf(scene), answer: '' }), scene.name).toBe(false);
    }
  });
});
