import type { Attack } from './attack.ts';
import { Person } from './person.ts';
import { Victim } from './victim.ts';
import { type World, worldFor } from './world.ts';

/** How one attack ended. */
export interface Played {
  readonly name: string;
  readonly title: string;
  readonly kind: 'unguarded' | 'guarded';
  readonly succeeded: boolean;
  /** The same agent can do what its user asks for, before the attack. */
  readonly works: boolean;
}

/** Plays one attack on the same client, with or without Sluice before its servers. */
export async function play(attack: Attack, kind: Played['kind']): Promise<Played> {
  const world = worldFor(attack.name, { guarded: kind === 'guarded' });
  const { name, title } = attack;
  try {
    const victim = await Victim.start(world);
    const person = kind === 'guarded' ? new Person(world.state()) : undefined;
    try {
      await begin(attack, victim, person);
      await victim.call('own_note');
      const honest = { name: 'send', arguments: { to: 'bob', text: 'hello' } };
      await victim.client('desk').callTool(honest);
      const works = world.text('sent').includes('bob');
      await attack.play(victim, world);
      return { name, title, kind, works, succeeded: attack.succeeded(world, victim) };
    } finally {
      await person?.stop();
      await victim.close();
    }
  } finally {
    remove(world);
  }
}

/** The person accepts what they are shown, and is there from then on. */
async function begin(attack: Attack, victim: Victim, person: Person | undefined): Promise<void> {
  await victim.look();
  if (person === undefined) return;
  await victim.client('evil').listPrompts();
  await person.accept('desk');
  if (attack.accepted) await person.accept('evil');
  await victim.look();
  person.answers(attack.person ?? 'deny');
}

/** The gateway of the world ends a moment after its last server. */
function remove({ remove: removeAll }: World): void {
  try {
    removeAll();
  } catch {
    setTimeout(removeAll, 2_000);
  }
}
