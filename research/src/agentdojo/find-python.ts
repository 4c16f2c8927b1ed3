import { SluiceError } from '@sluice/core';
import { agentdojoLimits } from './limits.ts';
import { runCommand } from './run-command.ts';

/** The oldest Python for which every pinned package has a release. */
const oldestPython = '3.11';

const candidates = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python'];
const install = `install Python ${oldestPython} or later (\`sudo apt install python3 python3-venv\`, \
\`brew install python\`, \`winget install Python.Python.3.13\`)`;

/**
 * A Python that is new enough: the named one, or the first of the usual names.
 *
 * @throws SluiceError `peer-missing`, with what to install.
 */
export async function findPython(named: string | undefined): Promise<string> {
  const found: string[] = [];
  for (const name of named === undefined ? candidates : [named]) {
    const version = await versionOf(name);
    if (version === undefined) continue;
    if (isEnough(version)) return name;
    found.push(`\`${name}\` is Python ${version}`);
  }
  const why = found.length === 0 ? `\`${named ?? 'python3'}\` does not run` : found.join(', ');
  throw new SluiceError('peer-missing', `no Python ${oldestPython} or later: ${why}`, {
    hint: `${install}, or name one: \`sluice bench agentdojo setup --python PATH\``,
  });
}

async function versionOf(python: string): Promise<string | undefined> {
  const script = "import sys; print('.'.join(map(str, sys.version_info[:3])))";
  const { ok, stdout } = await runCommand([python, '-c', script], {
    msMax: agentdojoLimits.probeMsMax,
  });
  return ok ? /^\d+\.\d+\.\d+$/.exec(stdout.trim())?.[0] : undefined;
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestPython.split('.').map(Number);
  return major === oldestMajor && minor >= oldestMinor;
}
