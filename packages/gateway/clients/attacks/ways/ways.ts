import type { ScriptedCall } from '../../../test/upstream/script.ts';
import type { Agent, Place } from '../../agents/agent.ts';
import type { Step } from '../gullible.ts';
import type { SourceName } from '../sources/source.ts';

/** A server of tools for the agent, as a process of its own. */
export interface ToolServer {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** How strangers' texts come to an agent, and what of its own they may want to change. */
export interface Ways {
  readonly agent: Agent;
  /** A project's instructions, which it loads by itself. */
  readonly instructions: string;
  /** What it remembers from one conversation to the next; from the folder that it works in. */
  readonly memory: string;
  readonly permissions: {
    readonly file: string;
    /** The file's text that allows everything, with a mark. */
    readonly allowing: (mark: string) => string;
  };
  /** Reads a page with a tool of its own; the address is the mark of the last step. */
  readonly fetch?: (url: string) => readonly Step[];
  /** What the user says or types to name a file. Default: `@FILE` in the prompt. */
  readonly mention?: (file: string) => {
    readonly words?: string;
    readonly args?: readonly string[];
  };
  /** It does not read a file that is named by itself: its model has to. */
  readonly readsMentioned?: true;
  /** Makes a server of tools known to it: its settings, arguments of its command line. */
  readonly serve: (server: ToolServer, place: Place) => readonly string[];
  /** A call of the server's tool `rates`, where it does not show tools before they are looked for. */
  readonly lookForTool?: ScriptedCall;
  /** Reads a file that git ignores, where its own tool does not. */
  readonly readIgnored?: (file: string) => ScriptedCall;
  /** Has another agent do this, and waits for it. */
  readonly delegate?: (task: string) => readonly Step[];
  /** By which the other agent says what it found, where its last words do not. */
  readonly reports?: (text: string) => ScriptedCall;
  /** Why something is no way in. */
  readonly lacks: Partial<Readonly<Record<SourceName, string>>>;
}
