import { checkPolicy, type PolicyProblem } from '@sluice/core';
import { attacked, fieldsIn, type Attack, type Field } from '../attack.ts';
import { readConversation, UnreadConversation } from '../conversation.ts';
import type { Example } from '../examples.ts';
import { play, type Played } from '../play.ts';
import type { Shared } from '../share.ts';

/** All that decides what is shown. */
export interface Scene extends Shared {
  readonly attack: Attack;
  readonly isAttacked: boolean;
}

export interface Outcome {
  readonly played: Played | undefined;
  readonly problems: readonly PolicyProblem[];
  /** The fault of the conversation, in words. */
  readonly unread: string | undefined;
  readonly fields: readonly Field[];
}

export function sceneOf(example: Example): Scene {
  const { policy, conversation, way, attack } = example;
  return { policy, conversation, way, attack, isAttacked: false };
}

/** Reads, checks and plays; what is wrong is an outcome, not an exception. */
export async function outcomeOf(scene: Scene): Promise<Outcome> {
  const problems = await checkPolicy(scene.policy);
  const isSound = problems.every(({ severity }) => severity !== 'error');
  try {
    const run = readConversation(scene.conversation);
    const fields = fieldsIn(run);
    const whole = scene.isAttacked ? attacked(run, scene.attack) : run;
    const played = isSound ? await play(scene.policy, whole, scene.way) : undefined;
    return { played, problems, unread: undefined, fields };
  } catch (error) {
    if (error instanceof UnreadConversation) {
      return { played: undefined, problems, unread: error.message, fields: [] };
    }
    const message = error instanceof Error ? error.message : 'it could not be played';
    return { played: undefined, problems, unread: message, fields: [] };
  }
}
