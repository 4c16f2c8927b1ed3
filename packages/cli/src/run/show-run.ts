import path from 'node:path';
import { shellWord } from '../show/shell-word.ts';
import type { Guard } from './guard.ts';

/** For a program: what was started. */
export function startedJson({ program, workspace, policy, state, gateway }: Guard): string {
  return JSON.stringify({
    event: 'agent-started',
    agent: path.basename(program),
    workspace,
    policy: policy.file,
    gateway: { url: gateway.url, folder: state.folder, started: gateway.isStarted },
  });
}

/** For a person, before the agent takes the screen. */
export function startedLines(guard: Guard): readonly string[] {
  const { program, client, workspace, policy, state, gateway } = guard;
  const name = path.basename(program);
  const shown = path.basename(policy.file);
  return [
    `Sluice guards ${name} in ${workspace}: policy ${shown}, gateway ${gateway.url}`,
    `Its questions wait here, in another terminal: SLUICE_FOLDER=${shellWord(state.folder)} npx sluice approvals --watch`,
    ...(client === undefined
      ? [
          `! ${name} is not known: it was given the usual variables (OPENAI_BASE_URL, ...); if it does ` +
            'not read them, it is not guarded',
        ]
      : []),
  ];
}
