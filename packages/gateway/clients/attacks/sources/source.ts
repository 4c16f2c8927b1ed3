import type { Reply, ScriptedCall, Seen } from '../../../test/upstream/script.ts';
import type { GoalName } from '../goals.ts';
import type { Step } from '../gullible.ts';
import type { Stage } from '../stage.ts';
import type { Ended } from '../../world/terminal.ts';
import type { ToolServer } from '../ways/ways.ts';

export type SourceName =
  | 'README'
  | 'dependency docs'
  | 'web page'
  | 'issue text'
  | 'commit message'
  | 'test output'
  | 'file name'
  | 'mentioned file'
  | 'project instructions'
  | 'MCP description'
  | 'MCP instructions'
  | 'sub-agent'
  | 'memory'
  | 'compaction'
  | 'image text'
  | 'tool error';

/** The way by which a stranger's text comes to the model. */
export interface Source {
  readonly name: SourceName;
  readonly goal: GoalName;
  /** Puts the stranger's text where it will be found. */
  readonly plant: (stage: Stage, text: string) => void;
  /** The user's words. */
  readonly asks: string;
  /** A file that the user names in the way of the agent. */
  readonly mentions?: string;
  /** A server of tools that the user has, with the stranger's text in it. */
  readonly serves?: (text: string) => ToolServer;
  /** The calls with which the model does what the user asks for. */
  readonly steps: (stage: Stage) => readonly Step[];
  /** By which the model knows the stranger's words, where they are no text. */
  readonly isTempted?: (seen: Seen) => boolean;
  /** What another agent says that was given the task. */
  readonly side?: (stage: Stage, text: string) => (seen: Seen) => Reply;
  /** Default: the user says it all at once. */
  readonly play?: (stage: Stage, parts: Parts) => Promise<Ended>;
}

/** What is played, whatever the way. */
export interface Parts {
  /** The stranger's words. */
  readonly text: string;
  readonly attack: ScriptedCall;
  /** What the model looks at first, as it must before it changes that. */
  readonly begin: readonly Step[];
  /** The end of the user's task, which no stranger has a part in. */
  readonly end: readonly Step[];
}
