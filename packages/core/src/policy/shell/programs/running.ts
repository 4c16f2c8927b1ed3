import { hasGlob } from '../../file/glob.ts';
import type { Arguments } from '../flags.ts';
import { has, type ProgramRow } from '../program.ts';
import type { Session } from '../session.ts';
import { runsScript, staysInside } from './run-words.ts';

/** Programs that run code of the workspace. */
export const running: Readonly<Record<string, ProgramRow>> = {
  'python python3': {
    reach: 'first',
    flags: '-u -B -s -E -O -V --version -W: -m!',
    operands: python,
  },
  node: {
    reach: 'first',
    flags: '--test --enable-source-maps --no-warnings --version -v --trace-warnings --check -c',
    operands: interpret,
  },
  'tsx ts-node ruby php perl Rscript': {
    reach: 'first',
    flags: '--version -v -V',
    operands: interpret,
  },
  'bash sh zsh dash': { reach: 'first', operands: interpret },
  make: { flags: '-s -k -B -n -j? -#', operands: targets, does: ['run'] },
  'pytest py.test': {
    flags: `-q -v -vv -x -s -l -k: -m: -n: -ra -rA -rs -rf --tb: --maxfail: --lf --ff --sw --co
      --collect-only --durations: --no-header --no-summary --disable-warnings --quiet --verbose
      --exitfirst --capture: --color: --last-failed --failed-first --no-cov`,
    operands: runsScript,
    does: ['run'],
  },
  'jest vitest mocha ava tap': {
    flags:
      '-t: -u -w --run --watch --ci --coverage --silent --verbose --bail? --testNamePattern: --passWithNoTests --grep: -g: --no-coverage --updateSnapshot --project:',
    operands: runsScript,
    does: ['run'],
  },
  tsc: {
    flags:
      '-b -p: -w -v --noEmit --project: --build --watch --version --pretty? --skipLibCheck --strict',
    operands: runsScript,
    does: ['run'],
  },
  'eslint oxlint oxfmt prettier biome stylelint ruff black isort flake8 mypy pylint': {
    flags:
      '-w -c< -q --check --write --fix --list-different --max-warnings: --ext: --quiet --strict --diff --version -v --no-fix',
    operands: runsScript,
    does: ['run', 'write'],
  },
  'tox nox rake rspec gradle ninja ctest': {
    flags: '-q -v -s -e: -j? --quiet',
    operands: runsScript,
    does: ['run'],
  },
  mvn: { flags: '-q -B -o', operands: phases, does: ['run'] },
  './': { reach: 'none', operands: ofScript, does: ['run'] },
};

/** Modules that run code of the workspace; others serve files, or install. */
const modules = new Set(
  'pytest unittest doctest mypy ruff black isort flake8 pylint coverage py_compile compileall'.split(
    ' ',
  ),
);

function python(given: Arguments, session: Session): void {
  const { flags, operands } = given;
  const module = flags.find(({ name }) => name === '-m')?.value;
  if (module === undefined) return interpret(given, session);
  if (module === 'pip' || module === 'venv') return session.add('install');
  session.add(modules.has(module) ? 'run' : 'unknown');
  const paths = operands.filter((word) => /^[\w./-]+\.\w+$/.test(word));
  if (!paths.every((word) => session.isCode(word))) session.add('unknown');
  runsScript({ ...given, operands }, session);
}

/** A script of the workspace; code in a flag, or on the standard input, is nobody's. */
function interpret(given: Arguments, session: Session): void {
  if (has(given, '--version', '-V') && given.operands.length === 0) return;
  if (has(given, '-v') && given.operands.length === 0) return;
  if (has(given, '--test') && given.operands.length === 0) return session.add('run');
  const [script = '-'] = given.operands;
  const isFile = /^[^-:][^:]*$/.test(script) && session.isInside(script) && !hasGlob(script);
  // A document or a dependency is no code of the workspace.
  const isOwn = isFile && session.isCode(script);
  session.add(isOwn ? 'run' : 'unknown');
  ofScript({ ...given, operands: given.operands.slice(1) }, session);
}

/** What the code of the workspace is given: no code, and no path elsewhere. */
function ofScript({ operands }: Arguments, session: Session): void {
  for (const word of operands) {
    if (!/^[\w./:@,=+%-]*$/.test(word)) session.add('unknown');
    for (const part of word.split(/[=,]/)) if (part !== '') staysInside(part, session);
  }
}

/** A plugin may be named there, which is fetched and run. */
function phases({ operands }: Arguments, session: Session): void {
  if (operands.some((word) => !/^[\w-]+$/.test(word))) session.add('unknown');
}

function targets({ operands }: Arguments, session: Session): void {
  if (operands.some((word) => !/^[\w./-]+$/.test(word))) session.add('unknown');
}
