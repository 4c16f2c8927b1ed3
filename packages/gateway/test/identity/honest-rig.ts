import { loadPolicy, type Policy } from '@sluice/core';
import { mailPolicy, startRig, type Rig } from '../gateway/harness.ts';
import { honest } from './honest-model.ts';

const blocking = mailPolicy.replace('onViolation: ask', 'onViolation: block');

/** A gateway that asks nobody, behind which the honest model plays, and its policy. */
export async function honestRig(): Promise<{ readonly rig: Rig; readonly policy: Policy }> {
  const policy = await loadPolicy(blocking);
  const rig = await startRig({ policy: blocking });
  rig.upstream.play(honest);
  return { rig, policy };
}

/** The labels of the steps behind an answer. */
export async function labelsOf(rig: Rig, subject: string | undefined): Promise<readonly string[]> {
  const found = await rig.gateway().store.events.list({ subject, limit: 1_000 });
  return found.flatMap(({ type, label }) => (type === 'step-labelled' ? [label ?? 'none'] : []));
}
