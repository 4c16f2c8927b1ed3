import type { Arguments } from '../flags.ts';
import type { Session } from '../session.ts';

/** Flags of the usual test runners that name no file and hold no code. */
const harmless = new Set(
  `--run --watch=false --coverage --silent --verbose --ci --bail --quiet --no-coverage --check --fix
  --noEmit --once --passWithNoTests --color --no-color --json --list --dry-run --release -t
  --testNamePattern --testPathPattern --tb=short --maxfail=1 --no-header --grep -k -m -g -v -q -vv -x -s`.split(
    /\s+/,
  ),
);

/** The words that code of the workspace is started with: names and paths, and no settings. */
export function runsScript({ flags, operands }: Arguments, session: Session): void {
  for (const { value } of flags) staysInside(value, session);
  for (const word of operands) {
    if (word.startsWith('-')) {
      if (!harmless.has(word)) session.add('unknown');
    } else staysInside(word, session);
  }
}

/** Code that lies elsewhere is not that of the workspace. */
export function staysInside(word: string, session: Session): void {
  const isText = !word.includes('/') && !/[=:\\]/.test(word);
  if (word === '') return;
  const [path = ''] = word.split('::');
  if (!isText && (!session.isInside(path) || /=|:\/\//.test(path))) session.add('unknown');
}
