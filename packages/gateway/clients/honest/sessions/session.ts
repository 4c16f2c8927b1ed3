import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A call as a coding agent makes it, in the words of Claude Code's tools. */
export interface Call {
  readonly tool: 'Bash' | 'Read' | 'Edit' | 'Write';
  readonly input: Readonly<Record<string, string | number>>;
}

export interface Step {
  /** The model's words before the call. */
  readonly says: string;
  readonly call: Call;
  readonly result: string;
}

/** What the user says, what the agent does, and what it says at the end. */
export interface Turn {
  readonly user: string;
  readonly steps: readonly Step[];
  readonly answer: string;
}

/** One sequence of actions that an agent, or a person, has really taken. */
export interface Session {
  readonly name: string;
  /** Sessions of one project share the gateway's memory. */
  readonly project: string;
  readonly start: Start;
  readonly turns: readonly Turn[];
}

/**
 * What the user's folder holds before: what the recording shows of it, with git or without; or this
 * repository at a commit's parent.
 */
export type Start =
  | { readonly kind: 'folder' | 'repository' }
  | { readonly kind: 'commit'; readonly hash: string; readonly repository: string };

/** Where every session works, whatever folder it was recorded in. It is made, and removed. */
export const workspace = path.join(realpathSync(tmpdir()), `sluice-honest-${process.pid}`, 'work');

export function stepsOf({ turns }: Session): readonly Step[] {
  return turns.flatMap(({ steps }) => steps);
}

/** The command of a call of Bash. */
export function commandOf({ tool, input }: Call): string | undefined {
  const { command } = input;
  return tool === 'Bash' && typeof command === 'string' ? command : undefined;
}

const firstWords = /^(?:(?:git|npm|npx|pip) )?[\w./-]+(?=\s|$)/;

/**
 * What may be printed of a call: its tool, and of a command the program, or of a file its path in
 * the workspace. Arguments may hold what nobody should read in a log.
 */
export function kindOf(call: Call): string {
  const command = commandOf(call);
  if (command !== undefined) return `Bash ${firstWords.exec(command)?.[0] ?? '(other)'}`;
  const file = String(call.input['file_path']);
  return `${call.tool} ${file.startsWith(`${workspace}/`) ? file.slice(workspace.length + 1) : file}`;
}
