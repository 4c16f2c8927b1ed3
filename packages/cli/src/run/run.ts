import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { ExitCode } from '../command-context.ts';
import type { Terminal } from '../terminal.ts';
import { guardedLine } from './agent-line.ts';
import { guardFor, type Guard, type RunPlace } from './guard.ts';
import { startedJson, startedLines } from './show-run.ts';
import { runToEnd, type Streams } from './agent-process.ts';
import { confined } from './sandbox/confine.ts';
import type { View } from './sandbox/mounts.ts';
import { findSandbox, type Sandbox } from './sandbox/sandbox.ts';

export interface RunOptions {
  readonly policy?: string;
  readonly acceptPolicy?: true;
  readonly network: 'host' | 'gateway';
  readonly sandbox: boolean;
  readonly json?: true;
}

/** Runs an agent behind a gateway to its end, and gives its exit code. Throws `SluiceError`. */
export async function runAgent(
  [program = '', ...args]: readonly string[],
  options: RunOptions,
  { terminal, place }: { readonly terminal: Terminal; readonly place: RunPlace },
): Promise<ExitCode> {
  const { policy, acceptPolicy: isAccepted = false } = options;
  const guard = await guardFor(program, { policy, place, acceptance: { isAccepted, terminal } });
  try {
    const sandbox = sandboxFor(options, guard, place);
    const started = { guard, sandbox, network: options.network };
    if (options.json === true) terminal.print(startedJson(started));
    else for (const each of startedLines(started)) terminal.warn(each);
    return await runGuarded(guard, args, { ...options, place, sandbox, streams: 'inherit' });
  } finally {
    guard.gateway.letGo();
  }
}

/** Throws `settings-invalid` where only a sandbox could do what is wanted. */
export function sandboxFor(
  { sandbox: isWanted, network }: Pick<RunOptions, 'sandbox' | 'network'>,
  { workspace }: Pick<Guard, 'workspace'>,
  { env }: Pick<RunPlace, 'env'>,
): Sandbox {
  const found: Sandbox = isWanted
    ? findSandbox(env, { workspace })
    : { kind: 'none', because: '`--no-sandbox`', todo: undefined };
  if (found.kind !== 'none' || network === 'host') return found;
  const message = `\`--network gateway\` needs the sandbox: ${found.because}`;
  throw new SluiceError('settings-invalid', message, {
    hint: found.todo ?? 'leave out `--no-sandbox`',
  });
}

export interface AgentRun {
  readonly place: RunPlace;
  readonly sandbox: Sandbox;
  readonly network: 'host' | 'gateway';
  readonly streams: Streams;
  readonly abort?: AbortSignal;
}

/** Runs the agent of a guard with some arguments to its end, in the sandbox where there is one. */
export async function runGuarded(
  guard: Guard,
  args: readonly string[],
  { place, sandbox, network, streams, abort }: AgentRun,
): Promise<number> {
  const isSandboxed = sandbox.kind !== 'none';
  const { line, settings, dispose } = guardedLine(guard, args, { place, isSandboxed });
  try {
    if (sandbox.kind === 'none') return await runToEnd(line, { streams, abort });
    const only = network === 'gateway' ? guard.gateway.url : undefined;
    const view = viewOf(guard, { home: place.home, folder: line.folder, settings });
    const confinement = { file: sandbox.file, view, only };
    const { line: inner, extra, begin, dispose: end } = confined(line, confinement);
    try {
      return await runToEnd(inner, { streams, extra, begin, abort });
    } finally {
      end();
    }
  } finally {
    dispose();
  }
}

function viewOf(
  { workspace, client, state, policy, root }: Guard,
  rest: Pick<View, 'home' | 'folder' | 'settings'>,
): View {
  return {
    workspace,
    ...rest,
    kept: client?.home ?? [],
    caches: path.join(state.folder, 'caches'),
    policies: policy.files,
    hidden: [path.dirname(root)],
  };
}
