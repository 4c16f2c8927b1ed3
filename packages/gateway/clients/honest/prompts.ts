import { commandOf, stepsOf, workspace, type Call, type Session } from './sessions/session.ts';

/**
 * Claude Code's own permission prompts, by its documentation (code.claude.com/docs/en/permissions and
 * permission-modes, read in November 2026). Where that leaves something open, it is read so that
 * fewer prompts are counted.
 */
export interface Prompts {
  /** `default` mode; a person says yes to each command, and to all edits at the first one. */
  readonly byDefault: number;
  /** `acceptEdits` and an allow list, and no exact command is asked about a second time. */
  readonly withAllowList: number;
}

export function promptsOf(session: Session): Prompts {
  const calls = stepsOf(session).map(({ call }) => call);
  const edits = calls.filter(({ tool }) => tool === 'Edit' || tool === 'Write');
  const commands = calls.flatMap((call) => commandOf(call) ?? []).filter((each) => !reads(each));
  const listed = commands.filter((each) => !partsOf(each).every((part) => isAllowed(part)));
  const outside = edits.filter((each) => !isInWorkspace(each));
  return {
    byDefault: commands.length + (edits.length > 0 ? 1 : 0),
    withAllowList: new Set(listed).size + outside.length,
  };
}

function isInWorkspace({ input }: Call): boolean {
  return String(input['file_path']).startsWith(`${workspace}/`);
}

/** Commands that it takes for reading, and asks about in no mode; the list cannot be changed. */
const readOnly = /^(?:ls|cat|echo|pwd|head|tail|grep|find|wc|which|diff|stat|du|cd)(?:\s|$)/;
const readOnlyGit = /^git (?:status|diff|log|show|branch|blame|ls-files|rev-parse)(?:\s|$)/;

function reads(command: string): boolean {
  return partsOf(command).every((part) => isRead(part));
}

function isRead(part: string): boolean {
  const isListed = readOnly.test(part) || readOnlyGit.test(part);
  return isListed && !/[<>`]|\$\(|\s-(?:exec|execdir|ok|okdir|delete|fprint\w*)\b/.test(part);
}

/**
 * The example of an allow list in its documentation, with the tests of this repository, and what
 * `acceptEdits` brings: common commands on files of the workspace.
 */
const allowed = [
  /^npm run .*/,
  /^npm test(?:\s|$)/,
  /^git add .*/,
  /^git commit .*/,
  /^(?:mkdir|touch|mv|cp|rm|rmdir|sed) (?!.*(?:^|\s)(?:\/|~|\.\.))/,
];

function isAllowed(part: string): boolean {
  return isRead(part) || allowed.some((rule) => rule.test(part));
}

/** Its rules match each command of a compound one; a here document stays with its command. */
function partsOf(command: string): readonly string[] {
  if (/<<|"\$\(/.test(command)) return [command];
  const parts = command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^'"\\;&|\n])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
