import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startRig, type Rig } from '../gateway/harness.ts';
import type { ChatMessage } from '../identity/client.ts';
import type { Script } from '../upstream/script.ts';

/** A policy of a coding agent: what a page says is a stranger's, and code is the project's. */
export const codingPolicy = (workspace: readonly string[]): string => `
version: 1
lattice: { integrity: { chain: [trusted, project, untrusted] } }
groups: { workspace: ${JSON.stringify(workspace)} }
onViolation: ask
answer: { ceiling: untrusted, withLinks: untrusted }
templates:
  page:
    effect: read
    description: trusted
    call: { ceiling: untrusted }
    result: { format: text, label: untrusted }
tools:
  fetch: { like: page }
  read:
    effect: read
    description: trusted
    files: { reads: path }
    call: { ceiling: untrusted }
    result:
      format: text
      label: project
      rules: [{ path: $, args: { path: { matches: '.*NOTES.*' } }, label: untrusted }]
  write:
    description: trusted
    files: { writes: path }
    call: { ceiling: project }
    result:
      format: text
      label: project
      rules: [{ path: $, args: { path: { matches: '[^]*NOTES[^]*' } }, label: untrusted }]
  patch:
    description: trusted
    files: { patch: input }
    call: { ceiling: project }
    result:
      format: text
      label: project
      rules: [{ path: $, args: { input: { matches: '[^]*NOTES[^]*' } }, label: untrusted }]
  bash:
    description: trusted
    files: { shell: command }
    call: { ceiling: project }
    result:
      format: text
      label: project
      rules: [{ path: $, args: { command: { matches: '[^]*NOTES[^]*' } }, label: untrusted }]
`;

/** Does what its user says: the name of a tool, and its arguments. */
const obedient: Script = ({ messages }) => {
  const last = messages.at(-1);
  const [, tool, args] = /^(\w+) (\{.*\})$/s.exec(last?.text ?? '') ?? [];
  if (last?.role !== 'user' || tool === undefined || args === undefined) return { text: 'Done.' };
  return { calls: [{ tool, args }] };
};

/** What became of one call. */
export interface Made {
  /** The label that it was decided at, and what was decided. */
  readonly decided: string;
  /** The label of its result; `undefined` where it did not run. */
  readonly result: string | undefined;
}

export interface Coding extends AsyncDisposable {
  readonly rig: Rig;
  readonly folder: string;
  /** Another conversation. */
  readonly session: (key?: string) => Session;
  readonly file: (name: string, text?: string) => string;
}

/** A gateway, and a folder with a project in it. */
export async function coding(
  policyOf: (workspace: readonly string[]) => string = codingPolicy,
  names: readonly string[] = ['fetch', 'read', 'write', 'patch', 'bash'],
): Promise<Coding> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sluice-project-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const profile = '    propagator: naive\n';
  const rig = await startRig({ policy: policyOf([folder]), profile, wait: 60 });
  rig.upstream.play(obedient);
  const file = (name: string, text?: string): string => {
    const whole = path.join(folder, name);
    if (text === undefined) return readFileSync(whole, 'utf8');
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return text;
  };
  file('src/a.ts', 'export const a = 1;\n');
  file('run.sh', 'true\n');
  file('src/b.ts', 'export const b = 2;\n');
  return {
    rig,
    folder,
    file,
    session: (key = rig.key) => new Session({ rig, folder, key, names }),
    [Symbol.asyncDispose]: async () => rig[Symbol.asyncDispose](),
  };
}

interface Place {
  readonly rig: Rig;
  readonly folder: string;
  readonly key: string;
  /** The tools that it declares. */
  readonly names: readonly string[];
}

/** A client that runs on real files what it is given. */
export class Session {
  readonly #place: Place;
  readonly #messages: ChatMessage[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  /** A stranger's text comes into the conversation. */
  async reads(): Promise<void> {
    await this.make('fetch', {});
  }

  /** Makes a call, which a person lets through where it is asked about. */
  async make(tool: string, args: Readonly<Record<string, unknown>>): Promise<Made> {
    const given = await this.give(tool, args);
    return given.done(this.#run(tool, args));
  }

  /** The call is given out; `done` returns what came of it. */
  async give(
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly decided: string; readonly done: (text: string) => Promise<Made> }> {
    this.#messages.push({ role: 'user', content: `${tool} ${JSON.stringify(args)}` });
    const message = await this.#approving(this.#answer());
    const [call] = message.tool_calls ?? [];
    if (call === undefined) throw new Error(`no call was given: ${message.content}`);
    this.#messages.push(message);
    const decided = await this.#event('call-decided', call.id);
    return {
      decided,
      done: async (text) => {
        this.#messages.push({ role: 'tool', tool_call_id: call.id, content: text });
        this.#messages.push(await this.#answer());
        return { decided, result: await this.#event('call-executed', call.id) };
      },
    };
  }

  /** Says yes to whatever is asked until the answer is there. */
  async #approving(answered: Promise<ChatMessage>): Promise<ChatMessage> {
    const { rig } = this.#place;
    const pause = (): Promise<undefined> =>
      new Promise((resolve) => setTimeout(() => resolve(undefined), 5));
    for (;;) {
      const open = (await rig.questions()).some(({ state }) => state === 'open');
      if (open) await rig.answer('yes');
      const message = await Promise.race([answered, pause()]);
      if (message !== undefined) return message;
    }
  }

  async #answer(): Promise<ChatMessage> {
    const { rig, key, names } = this.#place;
    const tools = names.map((name) => ({ type: 'function', function: { name, parameters: {} } }));
    const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: this.#messages, tools }),
    });
    const text = await response.text();
    const body: { choices?: readonly { message: ChatMessage }[] } = JSON.parse(text);
    const [choice] = body.choices ?? [];
    if (choice === undefined) throw new Error(`${response.status}: ${text}`);
    return choice.message;
  }

  async #event(type: string, subject: string): Promise<string> {
    const { events } = this.#place.rig.gateway().store;
    const [event] = await events.list({ type, subject, limit: 1 });
    const { decision }: { decision?: { kind: string } } = JSON.parse(event?.payload ?? '{}');
    return [event?.label, decision?.kind].filter((each) => each !== undefined).join(': ');
  }

  #run(tool: string, args: Readonly<Record<string, unknown>>): string {
    const { folder } = this.#place;
    const whole = path.resolve(folder, String(args['path']));
    if (tool === 'read') {
      return statSync(whole).isFile() ? readFileSync(whole, 'utf8') : readdirSync(whole).join();
    }
    if (tool === 'write') writeFileSync(whole, String(args['content']));
    if (tool.toLowerCase() !== 'bash') return 'done';
    const options = { cwd: folder, encoding: 'utf8' } as const;
    return execFileSync('sh', ['-c', String(args['command'])], options);
  }
}
