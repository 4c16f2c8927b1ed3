import path from 'node:path';
import type {
  Reply,
  Script,
  ScriptedCall,
  ScriptedUsage,
  Seen,
} from '../../test/upstream/script.ts';
import type { StoryName } from '../stories/story.ts';

/** A throw-away home on this machine, and the address that stands for the provider. */
export interface Place {
  readonly home: string;
  /** The folder that the agent works in. */
  readonly work: string;
  /** Without the path of the version: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly key: string;
}

/** One thing that a user says, in a process of its own. */
export interface Turn {
  readonly prompt: string;
  /** Goes on with the conversation before. */
  readonly continues?: boolean;
  /** More arguments of the command line. */
  readonly args?: readonly string[];
}

export interface CommandLine {
  readonly args: readonly string[];
  /** Besides `PATH` and `HOME`. */
  readonly env: Readonly<Record<string, string>>;
}

/** The model's calls of the agent's own tools, for what every agent can do. */
export interface Calls {
  readonly write: (file: string, text: string, place: Place) => ScriptedCall;
  readonly read: (file: string, place: Place) => ScriptedCall;
  readonly run: (command: string) => ScriptedCall;
  readonly view?: (file: string, place: Place) => ScriptedCall;
}

/** How the agent makes a summary of its conversation: by a command, or once so much was used. */
export type Compaction =
  | { readonly by: 'command'; readonly prompt: string }
  | {
      readonly by: 'usage';
      readonly usage: ScriptedUsage;
      /** The usage of the summary itself, where it has to be believable. */
      readonly summary?: ScriptedUsage;
    };

/** How the agent is brought to ask the model something beside the conversation. */
export interface Side {
  readonly args?: readonly string[];
  readonly call: ScriptedCall;
  /** A call that comes first, e.g. one that makes a tool known. */
  readonly before?: ScriptedCall;
}

/** The answers of an agent that edits files with them, and arguments of its command line. */
export interface Edits {
  /** An answer that writes a file. */
  readonly answer: (file: string, text: string) => string;
  /** A file that is to be read only. */
  readonly reading: (file: string) => readonly string[];
  readonly seeing: (file: string) => readonly string[];
  /** A command that tells after each edit what is wrong with it. */
  readonly testing: (command: string) => readonly string[];
  readonly compacting: readonly string[];
  /** It asks for a message for each commit that it makes. */
  readonly committing: readonly string[];
}

export interface Agent {
  readonly name: string;
  /** Its package, as it stands in `installed/package.json` or in `requirements.txt`. */
  readonly package: string;
  readonly protocol: 'responses' | 'messages' | 'chat' | 'gemini';
  /** Path of its program below `node_modules`, for this machine. */
  readonly program: string;
  /** Lines below `tools` of a policy that fits it. */
  readonly tools: string;
  /** The whole policy, where one is made for it. */
  readonly policy?: string;
  /** Writes its settings into its home, before the first turn. */
  readonly settle: (place: Place) => void;
  readonly turn: (turn: Turn, place: Place) => CommandLine;
  readonly calls: Calls;
  /** Stands in the user's last words where it asks for a summary. */
  readonly asksForSummary: RegExp;
  /** Stands in the system prompt of what it asks beside a conversation, though that looks like one. */
  readonly isBeside?: RegExp;
  readonly compaction?: Compaction;
  readonly side?: Side;
  /** It has no tools, and does what the text of an answer says. */
  readonly edits?: Edits;
  /** Stands in what comes back of a command that ended with code 3. */
  readonly failed: RegExp;
  /** What it says where the provider finds the conversation too long, unless it makes it shorter. */
  readonly tooLong: RegExp | 'compacts';
  /** Why it cannot play a story. */
  readonly lacks: Partial<Readonly<Record<StoryName, string>>>;
}

/** Stands in every prompt of a story; in no request that an agent makes of its own accord. */
export const marker = 'Task of this test:';

/** `side`: a question of the agent's own, e.g. for a title. */
export type Kind = 'main' | 'compaction' | 'side';

/** By which an agent's requests are told apart. */
type Known = Pick<Agent, 'asksForSummary' | 'compaction' | 'isBeside' | 'edits'>;

export function kindOf(seen: Seen, { asksForSummary, isBeside, edits }: Known): Kind {
  if (isBeside?.test(seen.messages[0]?.text ?? '') === true) return 'side';
  const said = seen.messages.filter(({ role }) => role === 'user');
  if (asksForSummary.test(said.at(-1)?.text ?? '')) return 'compaction';
  const isAsked = seen.messages.some(({ text }) => text.includes(marker));
  return isAsked && (edits !== undefined || seen.tools.length > 0) ? 'main' : 'side';
}

/** A model that says these things in turn; summaries and side requests are answered beside them. */
export type Say = Readonly<Record<'compaction' | 'side', string | ((seen: Seen) => Reply)>>;

export function modelOf(agent: Known, main: Script, { compaction, side }: Say): Script {
  return (seen) => {
    switch (kindOf(seen, agent)) {
      case 'compaction':
        return { ...replyOf(compaction, seen), ...usageOfSummary(agent) };
      case 'side':
        return replyOf(side, seen);
      case 'main':
        return main(seen);
    }
  };
}

function replyOf(say: Say['side'], seen: Seen): Reply {
  return typeof say === 'string' ? { text: say } : say(seen);
}

function usageOfSummary({ compaction: way }: Known): Pick<Reply, 'usage'> {
  return way?.by === 'usage' && way.summary !== undefined ? { usage: way.summary } : {};
}

/** Whatever else an agent would like to reach is a closed door. */
export const offline = {
  HTTPS_PROXY: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
} as const;

export function toolCall(tool: string, input: object): ScriptedCall {
  return { tool, args: JSON.stringify(input) };
}

export function inWork(file: string, { work }: Pick<Place, 'work'>): string {
  return path.join(work, file);
}

export interface ToolsByUse {
  /** They give back what strangers may have written, and harm nobody. */
  readonly reads: readonly string[];
  /** They do what the user alone may ask for. */
  readonly writes: readonly string[];
  /** They do both. */
  readonly runs: readonly string[];
  /** They do neither: lists of what is to be done, and the like. */
  readonly notes: readonly string[];
}

/** Lines below `tools` of a policy, for tools that are all the agent's own. */
export function toolLines({ reads, writes, runs, notes }: ToolsByUse): string {
  return [
    ...reads.map((name) => toolLine(name, 'effect: read, ', 'untrusted', 'untrusted')),
    ...writes.map((name) => toolLine(name, '', 'trusted', 'trusted')),
    ...runs.map((name) => toolLine(name, '', 'untrusted', 'trusted')),
    ...notes.map((name) => toolLine(name, '', 'trusted', 'untrusted')),
  ].join('');
}

// oxlint-disable-next-line max-params -- the parts of one line, in its order
function toolLine(name: string, effect: string, label: string, ceiling: string): string {
  const result = `result: { format: text, label: ${label} }`;
  return `\n  ${name}: { ${effect}description: trusted, ${result}, call: { ceiling: ${ceiling} } }`;
}
