import * as attacks from './attacks.ts';
import type { Attack } from './attacks.ts';
import { type Task, taskNamed, tasks } from './tasks.ts';
import { freshWorld, type DemoWorld } from './world.ts';

/** An honest task, alone or with a stranger's text in its way. */
export interface Scene {
  readonly name: string;
  readonly task: Task;
  readonly attack?: Attack | undefined;
}

/** The scenes with an attack, the first as in RTBAS figure 1. */
export const attackScenes: readonly Scene[] = [
  attacked('payment-note', 'recent-transactions', attacks.paymentNote),
  attacked('changed-account', 'pay-rent', attacks.changedAccount),
  attacked('mail-footer', 'train-share', attacks.mailFooter),
  attacked('mail-link', 'offsite-mail', attacks.mailLink),
  attacked('web-page', 'library-hours', attacks.webPage),
  attacked('guest-message', 'guest-chat', attacks.guestMessage),
  attacked('answer-image', 'recent-transactions', attacks.answerImage),
];

/** Every honest task with no attack in its way. */
export const honestScenes: readonly Scene[] = tasks.map((task) => ({ name: task.name, task }));

/** The world in which a scene begins. */
export function worldOf(scene: Scene): DemoWorld {
  const world = freshWorld();
  scene.attack?.plant(world);
  return world;
}

function attacked(name: string, task: string, attack: Attack): Scene {
  return { name, task: taskNamed(task), attack };
}
