import { keyFileOf } from '@sluice/gateway';
import { findings, type Finding, type DoctorEnvironment } from '../finding.ts';
import { statOf } from './stat.ts';

const inUser = findings('user');

/**
 * An agent of the same user that has a shell can read the operator's key, and so approve, and can
 * write the policy, and so decide what is asked.
 */
export function checkUser(database: string, { uid, userName }: DoctorEnvironment): Finding {
  const owner = statOf(keyFileOf('operator', database))?.uid;
  if (owner !== undefined && uid !== undefined && uid !== 0 && owner !== uid) {
    const says = `the keys are another user's: what runs as ${userName} cannot read them`;
    return inUser('holds', says);
  }
  return inUser(
    'look',
    `an agent that runs as ${userName}, with a shell or access to files, can read the operator's ` +
      'key and answer its own questions',
    'run the gateway as a user of its own (docs/gateway.md, "On one machine"), or give the agent ' +
      'neither a shell nor files outside of its folder',
  );
}
