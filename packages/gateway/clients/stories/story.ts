import type { Scene } from '../scene.ts';

export type StoryName =
  | 'first prompt'
  | 'streaming'
  | 'tool call'
  | 'parallel calls'
  | 'failed tool'
  | 'image'
  | 'resume'
  | 'held, approved'
  | 'held, denied'
  | 'held, timed out'
  | 'compaction'
  | 'side request'
  | 'provider 429'
  | 'provider 400 too long'
  | 'provider 500'
  | 'cut stream';

/** What an agent is put through. */
export interface Story {
  readonly name: StoryName;
  /** What the gateway does is the story: without it there is none. */
  readonly guarded?: true;
  /** The gateway waits for a person for a moment only: `hasty` then says that it failed. */
  readonly profile?: 'hasty' | 'alone';
  /** Throws where the agent did something else. */
  readonly play: (scene: Scene) => Promise<void>;
}
