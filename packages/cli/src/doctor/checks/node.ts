import type { Finding, DoctorEnvironment } from '../finding.ts';

/** The first Node that the gateway runs on, as in its `engines`. */
export const oldestNode = [22, 19] as const;

export function checkNode({ nodeVersion }: DoctorEnvironment): Finding {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const [wantedMajor, wantedMinor] = oldestNode;
  const isOld = major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
  return isOld
    ? {
        area: 'node',
        status: 'fix',
        says: `this is Node ${nodeVersion}; the gateway needs ${oldestNode.join('.')} or later`,
        todo: 'install one from https://nodejs.org',
      }
    : { area: 'node', status: 'holds', says: `Node ${nodeVersion}` };
}
