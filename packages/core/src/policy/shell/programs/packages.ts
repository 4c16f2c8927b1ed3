import type { Arguments } from '../flags.ts';
import { type ProgramRow, subcommands } from '../program.ts';
import type { Session } from '../session.ts';
import { runsScript } from './run-words.ts';

const scriptFlags = '-s -w: --silent --if-present --workspace: --workspaces -ws -r --filter: -F:';
const installFlags = `-D -E -g -f -y -s -P -O -w: -W --save --save-dev --save-exact --global --force
  --frozen-lockfile --prefer-offline --no-audit --no-fund --ignore-scripts --legacy-peer-deps
  --no-save --production --omit: --include: --silent --workspace: --dev --optional --exact --yes
  --no-lockfile --immutable --registry:`;

const script: ProgramRow = { flags: scriptFlags, operands: runsScript, does: ['run'] };
const install: ProgramRow = { flags: installFlags, operands: installs, does: ['install'] };
/** They read installed packages, and write a log. */
const shown: ProgramRow = {
  flags: '--depth: --json -a --all --long -g --prod --parseable',
  operands: 'text',
  does: ['readForeign', 'writeElsewhere'],
};
const asked: ProgramRow = { flags: '--json -g', operands: 'text', does: ['network'] };

const started: ProgramRow = { reach: 'none', operands: knownRunner, does: ['run'] };

const nodeCommands = {
  'test t tst run run-script start stop restart build lint': script,
  'install i in add ci clean-install uninstall un remove rm update up upgrade dedupe prune link unlink rebuild dlx x exec create init':
    install,
  'ls list la ll why explain root bin prefix': shown,
  'view info show search outdated ping whoami': asked,
  audit: { ...asked, operands: audits },
} satisfies Readonly<Record<string, ProgramRow>>;

/** Package managers, and what starts packages. */
export const packages: Readonly<Record<string, ProgramRow>> = {
  npm: managers(nodeCommands, '-s --silent'),
  pnpm: managers(nodeCommands, `-s -r -w --silent --filter: -F:`),
  yarn: managers(nodeCommands, '-s --silent'),
  bun: managers({ ...nodeCommands, pm: install }, ''),
  'npx bunx pnpx uvx pipx': {
    reach: 'first',
    flags: '-y --yes -q',
    operands: installs,
    does: ['install'],
  },
  'pip pip3': managers(
    {
      'install uninstall download wheel': {
        flags:
          '-r< -e: -U -q -y -c< --upgrade --user --quiet --no-deps --editable: --requirement< --yes --no-cache-dir --force-reinstall --pre --index-url: -i: --extra-index-url: --break-system-packages',
        operands: 'text',
        does: ['install'],
      },
      'list show freeze check': {
        flags: '--format: -f -q',
        operands: 'text',
        does: ['readForeign', 'readOutside'],
      },
    },
    '',
  ),
  uv: managers({ 'add remove sync lock venv tool': install, run: started }, ''),
  'poetry pipenv pdm': managers(
    { 'add remove install update lock sync uninstall': install, run: started },
    '',
  ),
  'gem bundle composer': managers(
    { 'install update add remove require uninstall': install, exec: started },
    '',
  ),
  'apt apt-get brew apk dnf yum': managers(
    {
      'install remove update upgrade purge autoremove add del uninstall': {
        flags: '-y -q -qq --yes --no-install-recommends --no-cache',
        operands: 'text',
        does: ['install'],
      },
    },
    '-y -q -qq',
  ),
  cargo: managers(
    {
      'add remove install uninstall update fetch': {
        flags: '-F: --features: --dev --git: --path:',
        operands: 'text',
        does: ['install'],
      },
      'build test check run clippy fmt bench doc b t c r': {
        flags:
          '-q -v -p: --release --all --workspace --quiet --package: --features: --all-features --all-targets --lib --bin: --test: --no-run --check --tests --offline --locked --no-default-features --example:',
        operands: runsScript,
        does: ['run'],
      },
    },
    '-q',
  ),
  go: managers(
    {
      'get install mod': { flags: '-u -v -d', operands: 'text', does: ['install'] },
      'build test run vet fmt generate': {
        flags: '-v -race -cover -run: -count: -timeout: -short -o> -bench: -tags: -count=1 -x',
        operands: goes,
        does: ['run'],
      },
      'version env list': {
        flags: '-json',
        operands: 'text',
        does: ['readForeign', 'readOutside'],
      },
    },
    '',
  ),
};

function managers(rows: Readonly<Record<string, ProgramRow>>, flags: string): ProgramRow {
  const { reach = 'first', operands } = subcommands(rows);
  return {
    reach,
    flags: `${flags} --version -v -V`,
    operands: (given, session) => {
      const isVersion = given.flags.some(({ name }) => /^(?:--version|-v|-V)$/.test(name));
      if (isVersion && given.operands.length === 0) return;
      // Alone, some of them install.
      if (given.operands.length === 0) return session.add('install', 'unknown');
      if (typeof operands === 'function') operands(given, session);
    },
  };
}

/** With `fix`, packages change. */
function audits({ operands }: Arguments, session: Session): void {
  if (operands.length > 0) session.add('install');
}

const runners = new Set('pytest ruff mypy black isort flake8 pylint rspec rake rubocop'.split(' '));

/** Whatever program may be started so. */
function knownRunner({ flags, operands }: Arguments, session: Session): void {
  const [name = '', ...words] = operands;
  if (!runners.has(name)) session.add('unknown');
  runsScript({ flags, operands: words, before: words.length }, session);
}

/** With a version, others' code is fetched and run. */
function goes(given: Arguments, session: Session): void {
  if (given.operands.some((word) => word.includes('@'))) session.add('install', 'unknown');
  runsScript(given, session);
}

function installs({ flags, operands }: Arguments, session: Session): void {
  if (flags.some(({ name }) => name === '-g' || name === '--global')) session.add('writeElsewhere');
  if (operands.some((word) => word.includes('\0'))) session.add('unknown');
}
