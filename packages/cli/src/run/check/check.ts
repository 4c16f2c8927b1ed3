import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import { type ModelServer, startModelServer } from '../../agent-test/model-server.ts';
import { questionPage, read } from '../../operator/api/answers.ts';
import { OperatorClient } from '../../operator/api/client.ts';
import { questionOf } from '../../operator/question.ts';
import type { Terminal } from '../../terminal.ts';
import { clientOf } from '../clients.ts';
import { guardFor, type Guard, type RunPlace } from '../guard.ts';
import { type AgentRun, type RunOptions, runGuarded, sandboxFor } from '../run.ts';
import { passes, type Checked } from './checked.ts';
import { canary, type CheckPlace, checkPlace, honest } from './place.ts';
import { asked, attacked, type Played, together } from './scripts.ts';
import { checkedJson, checkedLines } from './show-check.ts';
import { checkTurns, type CheckTurn } from './turns.ts';

/**
 * Has the real client attacked once, by a file that its model reads, and asked for something honest
 * once, with a model that obeys both. No provider takes part. Throws `SluiceError`.
 */
export async function checkAgent(
  program: string,
  options: RunOptions,
  { terminal, place: own }: { readonly terminal: Terminal; readonly place: RunPlace },
): Promise<0 | 1> {
  const turn = turnOf(program);
  const provider = await startModelServer();
  const made = checkPlace(turn, own.env, new URL(provider.baseURL).origin);
  const { place, dispose } = made;
  try {
    // Nothing has been accepted in its home yet.
    const acceptance = { isAccepted: true, terminal };
    const guard = await guardFor(program, { policy: options.policy, place, acceptance });
    try {
      const checked = await played(guard, { ...made, turn, provider, options });
      if (options.json === true) terminal.print(checkedJson(checked));
      else for (const line of checkedLines(checked, terminal)) terminal.print(line);
      return passes(checked) ? 0 : 1;
    } finally {
      guard.gateway.letGo();
    }
  } finally {
    dispose();
    await provider.close();
  }
}

function turnOf(program: string): CheckTurn {
  const turn = checkTurns[clientOf(program)?.command ?? ''];
  if (turn !== undefined) return turn;
  throw new SluiceError('settings-invalid', `\`--check\` cannot try \`${program}\``, {
    hint: `it tries one of these: ${Object.keys(checkTurns).join(', ')}`,
  });
}

interface Parts extends CheckPlace {
  readonly turn: CheckTurn;
  readonly provider: ModelServer;
  readonly options: RunOptions;
}

/** Both turns at once, as two of the user's terminals would: most of the time agents only start. */
async function played(guard: Guard, parts: Parts): Promise<Checked> {
  const { turn, provider, place, second, workspace, options } = parts;
  const sandbox = sandboxFor(options, guard, place);
  // Nothing of the check has any business elsewhere.
  const network = sandbox.kind === 'none' ? 'host' : 'gateway';
  const run = { place, sandbox, network } as const;
  const scripts = { attack: attacked(turn, workspace), honest: asked(turn) };
  const { model, requests } = together([scripts.honest, scripts.attack]);
  provider.play(model);
  const over = new AbortController();
  const denied = denyAll(guard, over.signal);
  const hidden = sandbox.kind === 'none' ? undefined : isHidden(guard, run);
  const ended = Promise.all([
    turnOutput(guard, turn, { run, script: scripts.attack }),
    turnOutput(guard, turn, { run: { ...run, place: second }, script: scripts.honest }),
    hidden,
  ]);
  const [attack, own, isKeyHidden] = await ended.finally(() => over.abort());
  const questions = await denied;
  const aboutOwn = questions.filter((args) => args.includes(honest)).length;
  return {
    program: path.basename(guard.program),
    policy: path.basename(guard.policy.file),
    sandbox,
    requests: requests(),
    attack: {
      tries: scripts.attack.tries(),
      questions: questions.length - aboutOwn,
      isDone: existsSync(path.join(workspace, canary)),
      output: attack,
    },
    honest: {
      tries: scripts.honest.tries(),
      questions: aboutOwn,
      isDone: existsSync(path.join(workspace, honest)),
      output: own,
    },
    isKeyHidden,
  };
}

const lookEveryMs = 100;
const turnMsMax = 60_000;

/** One turn of the agent, and what it printed. */
async function turnOutput(
  guard: Guard,
  turn: CheckTurn,
  { run, script }: { readonly run: Omit<AgentRun, 'streams'>; readonly script: Played },
): Promise<string> {
  let output = '';
  const streams = { onOutput: (text: string) => void (output += text) };
  const abort = AbortSignal.timeout(turnMsMax);
  await runGuarded(guard, turn.args(script.prompt), { ...run, streams, abort });
  return output;
}

/** Denies whatever a person is asked meanwhile. Gives the arguments that it was about. */
async function denyAll({ state }: Guard, over: AbortSignal): Promise<readonly string[]> {
  const client = new OperatorClient({}, { env: {}, folder: state.folder });
  const denied: string[] = [];
  while (!over.aborted) {
    const { questions } = read(questionPage, await client.get('/questions'));
    for (const { id } of questions) {
      const { hash, args } = await questionOf(client, id);
      await client.post(`/questions/${id}/deny`, { hash });
      denied.push(args);
    }
    await pause(lookEveryMs, undefined, { signal: over }).catch(() => undefined);
  }
  return denied;
}

/** Looks for the operator's key from inside of the sandbox. */
async function isHidden(guard: Guard, run: Omit<AgentRun, 'streams'>): Promise<boolean> {
  const shell: Guard = { ...guard, program: '/bin/sh', client: undefined };
  const file = path.join(guard.state.folder, '.sluice/operator.key');
  const args = ['-c', 'test ! -e "$1" && test ! -e "$2"', 'sh', file, guard.state.folder];
  return (await runGuarded(shell, args, { ...run, streams: { onOutput: () => {} } })) === 0;
}
