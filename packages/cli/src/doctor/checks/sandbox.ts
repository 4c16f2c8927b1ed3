import { findings, type DoctorEnvironment, type Finding } from '../finding.ts';

const inSandbox = findings('sandbox');

/** Without one, an agent that `sluice run` starts is its own operator. */
export function checkSandbox({ sandbox }: Pick<DoctorEnvironment, 'sandbox'>): Finding {
  if (sandbox.kind === 'bubblewrap') {
    const says = '`sluice run` hides the gateway, its keys and its state from agents (bubblewrap)';
    return inSandbox('holds', says);
  }
  const says =
    `\`sluice run\` has no sandbox here (${sandbox.because}): its agents can read the operator's ` +
    'key and answer their own questions';
  return inSandbox('look', says, sandbox.todo);
}
