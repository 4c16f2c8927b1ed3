import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { Editor, submitted } from './editor.ts';
import { workspace, type Session, type Start, type Step, type Turn } from './session.ts';

const entry = z.object({
  role: z.string(),
  content: z.string(),
  is_demo: z.boolean().optional(),
  action: z.string().nullish(),
  thought: z.string().nullish(),
});
const trajectory = z.object({ history: z.array(entry) });

type Entry = z.output<typeof entry>;

/** Recordings of SWE-agent, as Claude Code would have made the same calls. */
export function recordedSessions(folder: string): readonly Session[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.traj'));
  return files.toSorted().map((file, at) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return sessionOf(nameOf(file, at), trajectory.parse(JSON.parse(text)).history);
  });
}

/** Their file names differ only far behind; the number tells them apart. */
function nameOf(file: string, at: number): string {
  const short = file
    .replace(/\.traj$/, '')
    .replaceAll(/__+/g, '-')
    .slice(0, 40);
  return `${String(at + 1).padStart(2, '0')}-${short.replace(/\W+$/, '')}`;
}

function sessionOf(name: string, history: readonly Entry[]): Session {
  const told = history.filter(({ role, is_demo }) => role !== 'system' && is_demo !== true);
  const root = rootOf(told);
  const entries = told.map((each) => moved(each, root));
  const task = entries[0]?.content ?? '';
  // Tasks of capture-the-flag lie in a plain folder; the others are clones.
  const start: Start = { kind: name.includes('-ctf_') ? 'folder' : 'repository' };
  return { name, project: name, start, turns: turnsOf(plain(task), entries.slice(1)) };
}

function rootOf(entries: readonly Entry[]): string {
  for (const { content } of entries) {
    const found = /\(Current directory: ([^)]+)\)/.exec(content)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('a recording does not say which folder it was made in');
}

function moved({ content, action, thought, ...rest }: Entry, root: string): Entry {
  const here = (text: string): string => text.replaceAll(root, workspace);
  return {
    ...rest,
    content: here(content),
    action: action === undefined || action === null ? action : here(action),
    thought: here(thought ?? ''),
  };
}

/** Each action is followed by what came of it; only the last one may have nothing. */
function turnsOf(task: string, entries: readonly Entry[]): readonly Turn[] {
  const editor = new Editor();
  const turns: Turn[] = [];
  let user = task;
  let steps: Step[] = [];
  for (const [at, { action, thought }] of entries.entries()) {
    if (action === undefined || action === null || action === '') continue;
    const next = entries[at + 1]?.content ?? '';
    const says = (thought ?? '').trim();
    const handedIn = submitted(action);
    if (handedIn === undefined) {
      steps.push({ says, call: editor.callOf(action), result: plain(next) });
      editor.see(next);
      continue;
    }
    turns.push({ user, steps, answer: `${says}\n${handedIn}`.trim() || 'Done.' });
    [user, steps] = [plain(next), []];
  }
  return steps.length === 0 ? turns : [...turns, { user, steps, answer: 'Done.' }];
}

/** Without the prompt of SWE-agent's shell. */
function plain(observation: string): string {
  const text = observation.replace(/\s*\(Open file: [^)]*\)\s*\(Current directory: [\s\S]*$/, '');
  return text === '' ? '(no output)' : text;
}
