import { startRig, type Rig, type RigOptions } from '../gateway/harness.ts';
import type { Script } from '../upstream/script.ts';
import type { Caller } from '../identity/client.ts';

/** A model that pays what its user says, as its user writes it. */
export const payer: Script = ({ messages }) => {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const wanted = /^pay (.*)$/s.exec(messages[at]?.text ?? '')?.[1];
  if (wanted === undefined) return { text: 'Nothing to do.' };
  const results = messages.slice(at + 1).filter(({ role }) => role === 'tool');
  if (results.some(({ text }) => text.includes('was not made'))) return { text: 'Refused.' };
  if (results.length > 0) return { text: 'Paid.' };
  return { calls: wanted.split('\n').map((args) => ({ tool: 'send_money', args })) };
};

/** A gateway whose clients are vouched for by nobody, so that every payment is asked about. */
export async function askingRig(options: RigOptions = {}): Promise<Rig> {
  const profile = `    turns: untrusted\n    questionMinutes: 5\n${options.profile ?? ''}`;
  const rig = await startRig({ wait: 0.1, ...options, profile });
  rig.upstream.play(payer);
  return rig;
}

export function callerOf(rig: Rig, key = rig.key): Caller {
  return { rig, key, model: 'gpt-4o' };
}
