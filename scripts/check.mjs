// `npm test`: types, lint, short tests and some fuzz runs, in order, until the first that fails.
// `npm run test:all`: the long tests (`*.long.test.ts`), many fuzz runs, mutants of the engine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPull, weightsLine } from './real-weights.ts';

const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache/sluice');
const report = path.join(cache, 'tests.json');
/** For `npm run house`. */
const took = path.join(cache, 'seconds.json');
const packages = [
  'packages/core',
  'packages/mcp',
  'packages/console',
  'packages/gateway',
  'packages/local',
  'packages/mcp-conformance',
  'research',
  'packages/cli',
];
const isLong = process.argv.includes('--long');
const vitest = `vitest run --reporter=default --reporter=json --outputFile.json="${report}"`;
const tests = { name: 'tests', commands: [vitest] };
const fuzz = (...options) => ({
  name: 'fuzz',
  commands: [['npm run --silent fuzz -- --json', ...options].join(' ')],
});

const short = [
  { name: 'types', commands: ['tsc -b'] },
  {
    name: 'lint',
    commands: ['oxlint --type-aware --deny-warnings --report-unused-disable-directives'],
  },
  { name: 'format', commands: ['oxfmt --check'] },
  { name: 'unused code', commands: ['knip'] },
  {
    name: 'packages',
    commands: [
      ...packages.map((folder) => `publint ${folder} --strict`),
      'attw --pack packages/core --profile esm-only --quiet',
    ],
  },
  tests,
  fuzz('--runs 20000', '--without-mutants'),
];
const proof = {
  name: 'proof',
  commands: ['npm run --silent proof -- --json --runs 100000 --without-mutants --where-installed'],
};
const steps = isLong ? [tests, fuzz('--runs 10000', '--seed 20001'), proof] : short;
process.env['SLUICE_TESTS'] = isLong ? 'long' : 'short';

mkdirSync(cache, { recursive: true });
rmSync(report, { force: true });
if (!isLong) rmSync(took, { force: true });
const beganMs = Date.now();
// Beside types and lint: it waits for the network, they for the processor.
const pull = isLong ? undefined : startPull({ cwd: root, env: process.env });
let noWeights;
let red;
for (const step of steps) {
  if (step.name === 'tests') noWeights = await pull?.ended();
  if (passes(step)) continue;
  red = step;
  break;
}
await pull?.stop();
const { passed, failed } = counts();
if (red === undefined && !isLong)
  writeFileSync(took, JSON.stringify({ seconds: Math.round((Date.now() - beganMs) / 1000) }));
if (red !== undefined) console.log(`\nred: ${red.name}`);
console.log(`\n${isLong ? 'the long tests only' : weightsLine(reported(), noWeights)}`);
console.log(`${passed} passed, ${red === undefined ? failed : Math.max(failed, 1)} failed`);
process.exitCode = red === undefined && failed === 0 ? 0 : 1;

function passes({ name, commands }) {
  console.log(`\n== ${name}`);
  const startMs = Date.now();
  const failing = commands.find((command) => run(command) !== 0);
  const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
  console.log(
    failing === undefined ? `== ${name}: ok, ${seconds} s` : `== ${name}: FAILED\n$ ${failing}`,
  );
  return failing === undefined;
}

/** The commands stand in node_modules/.bin, which npm puts on the path of its scripts. */
function run(command) {
  return spawnSync(command, { cwd: root, stdio: 'inherit', shell: true }).status;
}

/** Vitest's own report; none where no test has run. */
function reported() {
  return existsSync(report) ? readFileSync(report, 'utf8') : undefined;
}

/** Its counts; no report means that no test has passed. */
function counts() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(reported());
    const failedAtLeast = success ? 0 : Math.max(numFailedTestSuites, 1);
    return { passed: numPassedTests, failed: Math.max(numFailedTests, failedAtLeast) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
