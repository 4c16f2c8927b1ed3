import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Upstream } from '../test/upstream/upstream.ts';
import type { Agent } from './agents/agent.ts';
import { Scene } from './scene.ts';
import type { Story } from './stories/story.ts';
import type { Gateway } from './world/gateway.ts';
import { startRelay } from './world/relay.ts';

export interface Row {
  readonly agent: string;
  readonly version: string;
  readonly story: string;
  readonly result: 'passes' | 'fails' | 'unsupported';
  /** Why it fails, or why the agent cannot. */
  readonly because?: string;
  readonly seconds: number;
}

export interface World {
  readonly agent: Agent;
  readonly upstream: Upstream;
  /** `undefined`: the agent talks to the provider itself. */
  readonly gateway: Gateway | undefined;
  /** Homes are made in here. */
  readonly folder: string;
  readonly keep: boolean;
}

interface Played extends Pick<Story, 'profile' | 'play'> {
  readonly name: string;
}

/** A story's home in the folder of the world. */
export function folderName(story: string): string {
  return story.replaceAll(/\W+/g, '-');
}

/** Plays a story with an agent. Throws why it went otherwise. */
export async function play(story: Played, world: World): Promise<void> {
  const { agent, upstream, gateway, folder, keep } = world;
  const name = folderName(story.name);
  const { profile = 'default' } = story;
  const key = (await gateway?.operator.addClient(name, profile)) ?? upstream.key;
  const relay = await startRelay(gateway?.url ?? upstream.url);
  const home = path.join(folder, name);
  mkdirSync(home, { recursive: true });
  const place = { home, work: path.join(home, 'work'), url: relay.url, key };
  try {
    const operator = gateway?.operator;
    const scene = new Scene({ agent, place, relay, upstream, operator, tenant: name });
    await story.play(scene);
  } finally {
    await relay.close();
    if (!keep) rmSync(home, { recursive: true, force: true });
  }
}
