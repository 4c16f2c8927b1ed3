import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wrapperOf } from '../../src/init/mcp/launcher.ts';
import { stateFolder, stateRoot } from '../../src/run/state-folder.ts';

/** A program and its arguments. */
export type Line = readonly [string, ...string[]];

/** Where one attack takes place: an honest server and a hostile one, in a folder of their own. */
export interface World {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly servers: Readonly<Record<string, Line>>;
  /** Where the gateway of these servers has its state. */
  readonly state: () => string;
  /** The text of a file in it; empty where there is none. */
  readonly text: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  readonly remove: () => void;
}

const own = path.join(import.meta.dirname, '../../src/main.ts');
const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];

/** The words that run this command from its sources. */
export const launcher: Line = [process.execPath, ...flags, own];

export function worldFor(way: string, { guarded }: { readonly guarded: boolean }): World {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sluice-mcp-')));
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  write('sluice.yaml', policy);
  const server = (name: string, ...args: readonly string[]): Line => {
    const line: Line = [process.execPath, ...flags, path.join(import.meta.dirname, name), ...args];
    if (!guarded) return line;
    const named = path.basename(name, '.ts') === 'honest' ? 'desk' : 'evil';
    const [program = '', ...before] = wrapperOf(launcher, { name: named, policy: undefined });
    return [program, ...before, ...line];
  };
  const { PATH = '' } = process.env;
  return {
    folder,
    env: { PATH, HOME: folder },
    servers: { desk: server('honest.ts', folder), evil: server('evil.ts', way, folder) },
    state: () => stateFolder(stateRoot(folder), { workspace: folder, name: 'mcp' }),
    text: (name) => {
      const file = path.join(folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Strangers' notes, and all that the other server says, are untrusted; sending is the user's. */
export const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools:
  send: { result: { format: text, label: trusted }, call: { ceiling: trusted } }
  own_note: { effect: read, result: { format: text, label: trusted }, call: { ceiling: untrusted } }
  strangers_note:
    { effect: read, result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
  keep: { result: { format: text, label: trusted }, call: { ceiling: untrusted } }
  recall: { effect: read, result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
  rates: { effect: read, result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
  mcp:resource:
    { effect: read, result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
  mcp:prompt:
    { effect: read, result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
answer: { ceiling: untrusted }
`;
