/**
 * `npm run fuzz:gateway -- [--seconds N] [--seed S] [--scenarios N] [--json]`: random messages of
 * the three protocols, random requests of operators, and random answers of the provider and of the
 * webhook's receiver, against a running gateway whose tools give it secrets. Then, for a third of
 * the time, requests of real clients with unknown and with dangerous things in them. A failure
 * prints its seed and the request; `--seed S --scenarios 1` plays the same again. Exits with 1
 * where anything was found.
 */
import { parseArgs } from 'node:util';
import { loadPolicy } from '@sluice/core';
import { Rng } from '../../core/fuzz/rng.ts';
import { startHook } from './hook.ts';
import { Hunt, type FoundRequest } from './hunt.ts';
import { policyText } from './policy.ts';
import { startProvider } from './provider.ts';
import { UnknownHunt, type FoundTry } from './unknown/hunt.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    scenarios: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const thirdMs = (Number(values.seconds) * 1_000) / 3;
let endMs = performance.now() + 2 * thirdMs;
const firstSeed = Number(values.seed);
const scenariosMax = values.scenarios === undefined ? Infinity : Number(values.scenarios);
const controlsMax = 40;
const shownMax = 10;
/** Nothing that they do depends on one another. */
const triesAtOnce = 8;
let shown = 0;
let shownTries = 0;

const { space } = await loadPolicy(policyText, { file: 'sluice.yaml' });
const provider = await startProvider(new Rng(0));
const hook = await startHook(new Rng(0));
const isTelling = await control();
const hunt = await Hunt.start({ provider, hook, space, kind: 'strict' });
for (let seed = firstSeed; seed - firstSeed < scenariosMax && isGoingOn(); seed += 1) {
  for (const found of await hunt.play(seed)) tell(found);
  if (seed % 100 === 0) console.error(`seed ${seed}: ${JSON.stringify(hunt.tally)}`);
}
await hunt.stop();
const unknown = await UnknownHunt.start(hook.url);
endMs = performance.now() + thirdMs;
for (let seed = firstSeed; seed - firstSeed < scenariosMax && isGoingOn(); seed += triesAtOnce) {
  const count = Math.min(triesAtOnce, firstSeed + scenariosMax - seed);
  const tries = Array.from({ length: count }, (_, index) => unknown.play(seed + index));
  for (const found of (await Promise.all(tries)).flat()) tellTry(found);
}
await unknown.stop();
provider.close();
hook.close();
report();

function isGoingOn(): boolean {
  return performance.now() < endMs;
}

/** True if the same scenarios find what a policy that is mistaken lets out. */
async function control(): Promise<boolean> {
  const lax = await Hunt.start({ provider, hook, space, kind: 'lax' });
  for (let seed = 1; seed <= controlsMax && lax.tally.leaks === 0; seed += 1) await lax.play(seed);
  await lax.stop();
  if (lax.tally.leaks === 0) console.error('the control found nothing: this run proves nothing');
  return lax.tally.leaks > 0;
}

function tell({ request, ...found }: FoundRequest): void {
  shown += 1;
  if (shown <= shownMax) show({ ...found, request: request.sent });
}

function tellTry(found: FoundTry): void {
  shownTries += 1;
  if (shownTries <= shownMax) show(found);
}

function show({ kind, because, seed, request }: Shown): void {
  const { method, path, headers, body } = request;
  console.error(`${kind} at seed ${seed}: ${because.slice(0, 400)}`);
  console.error(`  ${method} ${path} ${JSON.stringify(headers)}`);
  console.error(`  ${String(body).slice(0, 4_000)}`);
}

interface Shown extends Pick<FoundTry, 'because' | 'seed' | 'request'> {
  readonly kind: string;
}

function report(): void {
  const { tried, refused, passed, unreported, unlabelled } = unknown.tally;
  const { dangerousTried, dangerousPassed } = unknown.tally;
  const figures = {
    'fuzz.requests': hunt.tally.requests,
    'fuzz.answered': hunt.tally.answered,
    'fuzz.upstreamRequests': hunt.tally.upstream,
    'fuzz.upstreamWithSecrets': hunt.tally.telling,
    'fuzz.comparedWithLabels': hunt.tally.labelled,
    'fuzz.logModeRequests': hunt.tally.logged,
    'fuzz.storedResponses': hunt.tally.stored,
    'fuzz.operatorRequests': hunt.tally.operators,
    'fuzz.operatorRequestsGranted': hunt.tally.granted,
    'fuzz.operatorAnswers': hunt.tally.answers,
    'fuzz.announcements': hunt.tally.announced,
    'fuzz.restarts': hunt.tally.restarts,
    'fuzz.crashes': hunt.tally.crashes,
    'fuzz.leaks': hunt.tally.leaks,
    'fuzz.unknown.tried': tried,
    'fuzz.unknown.refused': refused,
    'fuzz.unknown.passed': passed,
    'fuzz.unknown.unreported': unreported,
    'fuzz.unknown.unlabelled': unlabelled,
    'fuzz.dangerous.tried': dangerousTried,
    'fuzz.dangerous.passed': dangerousPassed,
  };
  if (values.json) console.log(JSON.stringify({ figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
  const isClean = hunt.tally.crashes + hunt.tally.leaks === 0;
  const isKept = refused + passed + unreported + unlabelled + dangerousPassed === 0;
  process.exitCode = isClean && isKept && isTelling ? 0 : 1;
}
