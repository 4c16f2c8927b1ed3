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
import { passes, type Checked, type Turn } from './checked.ts';
import { canary, checkPlace, honest } from './place.ts';
import { asked, attacked, type Played } from './scripts.ts';
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
  const { place, workspace, dispose } = checkPlace(turn, own.env, new URL(provider.baseURL).origin);
  try {
    // Nothing has been accepted in its home yet.
    const acceptance = { isAccepted: true, terminal };
    const guard = await guardFor(program, { policy: options.policy, place, acceptance });
    try {
      const checked = await played(guard, { turn, provider, place, workspace, options });
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

interface Parts {
  readonly turn: CheckTurn;
  readonly provider: ModelServer;
  readonly place: RunPlace;
  readonly workspace: string;
  readonly options: RunOptions;
}

async function played(guard: Guard, parts: Parts): Promise<Checked> {
  const { turn, place, workspace, options } = parts;
  const sandbox = sandboxFor(options, guard, place);
  // Nothing of the check has any business elsewhere.
  const network = sandbox.kind === 'none' ? 'host' : 'gateway';
  const run = { place, sandbox, network } as const;
  const play = async (script: Played, file: string): Promise<Turn> => ({
    ...(await playedTurn(guard, { ...parts, run, script })),
    isDone: existsSync(path.join(workspace, file)),
  });
  return {
    program: path.basename(guard.program),
    policy: path.basename(guard.policy.file),
    sandbox,
    attack: await play(attacked(turn, workspace), canary),
    honest: await play(asked(turn), honest),
    isKeyHidden: sandbox.kind === 'none' ? undefined : await isHidden(guard, run),
  };
}

const lookEveryMs = 100;
const turnMsMax = 60_000;

/** One turn of the agent. Whatever a person is asked meanwhile is denied. */
async function playedTurn(
  guard: Guard,
  { turn, provider, run, script }: Parts & { run: Omit<AgentRun, 'streams'>; script: Played },
): Promise<Omit<Turn, 'isDone'>> {
  provider.play(script.model);
  let output = '';
  const streams = { onOutput: (text: string) => void (output += text) };
  const abort = AbortSignal.timeout(turnMsMax);
  const over = new AbortController();
  const ended = runGuarded(guard, turn.args(script.prompt), { ...run, streams, abort });
  const questions = denyAll(guard, over.signal);
  try {
    await ended;
  } finally {
    over.abort();
  }
  return { tries: script.tries(), questions: await questions, output };
}

/** Gives how many there were. */
async function denyAll({ state }: Guard, over: AbortSignal): Promise<number> {
  const client = new OperatorClient({}, { env: {}, folder: state.folder });
  let denied = 0;
  while (!over.aborted) {
    const { questions } = read(questionPage, await client.get('/questions'));
    for (const { id } of questions) {
      const { hash } = await questionOf(client, id);
      await client.post(`/questions/${id}/deny`, { hash });
      denied += 1;
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
