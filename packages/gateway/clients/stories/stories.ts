import type { Agent } from '../agents/agent.ts';
import { actingStories } from './acting.ts';
import { approved, compaction, denied, resume, sideRequest, timedOut } from './asking.ts';
import { firstPrompt, streaming } from './plain.ts';
import { cutStream, rateLimit, serverError, tooLong } from './provider.ts';
import type { Story } from './story.ts';
import { failedTool, image, parallelCalls, toolCall } from './tools.ts';

/** All stories, in the order in which they are told. */
export const stories: readonly Story[] = [
  firstPrompt,
  streaming,
  toolCall,
  parallelCalls,
  failedTool,
  image,
  resume,
  approved,
  denied,
  timedOut,
  compaction,
  sideRequest,
  rateLimit,
  tooLong,
  serverError,
  cutStream,
];

/** The same for one agent: some of them go another way where it acts on its answers. */
export function storiesOf({ edits }: Agent, chosen: readonly Story[]): readonly Story[] {
  if (edits === undefined) return chosen;
  return chosen.map((story) => actingStories.find(({ name }) => name === story.name) ?? story);
}
