import type { PlainPart, PlainTool } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { ModelReply } from '../model/chat-model.ts';
import type { WrittenLabel } from '../policy/policy.ts';
import type { Relevance } from '../propagate/propagator.ts';
import type { Structure } from '../redact/redact.ts';
import type {
  ConfirmAnswer,
  ConfirmRequest,
  Decision,
  Explanation,
  RefusalReason,
} from './decision.ts';
import type { Shortcuts } from './run-options.ts';
import type { Offer } from './step/generate.ts';
import type { ToolOutput } from './tool.ts';

/** How a step's label was chosen, which says what it cost. */
export type StepKind =
  /** The propagator chose without a draft; one generation. */
  | 'strict'
  /** The draft is the output: nothing would have been redacted (shortcut 1). */
  | 'draft-whole'
  /** The draft is the output at the wide label: its calls are allowed there (shortcut 2). */
  | 'draft-allowed'
  /**
   * The draft is the output at the wide label: reads only, to be replayed if needed (shortcut 3).
   */
  | 'draft-lazy'
  /** The draft is the output at the wide label: a narrower one would allow no further call. */
  | 'draft-unhelped'
  /** Generated again from the propagator's view: more is allowed there, or less creeps. */
  | 'regenerated'
  /**
   * The draft would have been asked about or refused: generated again from the view that is tried
   * before that. What came out was taken: one bit about what lies above the label, as `fell-back`.
   */
  | 'regenerated-asked'
  /**
   * Generated again for what is acted on alone; what the calls say is the draft's (shortcut 5). The
   * label is the draft's; that of what is acted on is told apart.
   */
  | 'staged'
  /**
   * The narrow view made no call where the draft did, or was tried before a question and made
   * others: the wide draft stands, at the wide label.
   */
  | 'fell-back'
  /** The draft of another model would stand: generated again from the wide view. */
  | 'regenerated-wide'
  /** The same, and what came out is reads only, to be replayed if needed (shortcut 3). */
  | 'regenerated-lazy';

/** The purpose of a generation. */
export type Purpose = 'strict' | 'draft' | 'regeneration' | 'replay' | 'control';

/**
 * One thing that happened. Events are appended, never changed, and suffice to decide again
 * (`replay`). They hold values: a reader must be cleared for `label`, and `eventFor` redacts.
 */
export type MonitorEvent = {
  readonly seq: number;
  readonly atMs: number;
  readonly step: number;
} & (
  | {
      readonly type: 'run-started';
      readonly run: string;
      readonly policy: string;
      readonly propagator: { readonly name: string; readonly needs: 'nothing' | 'draft' };
      readonly model: string;
      /** Where another model than `model` makes the drafts. */
      readonly draftModel?: string | undefined;
      readonly structure: Structure;
      readonly shortcuts: Shortcuts;
      /** Its driver: its own loop says where a turn ends, a client is not told of refusals. */
      readonly loop: 'own' | 'client';
      readonly tools: readonly PlainTool[];
      /** The join of the labels of the tools' descriptions. */
      readonly label: Label;
      /** The person's clearance; `undefined` where there was nobody to ask. */
      readonly approver: Label | undefined;
      /** Inside a call of another run: its label. */
      readonly least?: Label | undefined;
    }
  /** A client declared other tools, or named another model, in the middle of the run. */
  | {
      readonly type: 'tools-declared';
      readonly model: string;
      readonly tools: readonly PlainTool[];
      readonly label: Label;
    }
  | {
      readonly type: 'turn-started';
      readonly role: 'system' | 'user';
      readonly parts: readonly PlainPart[];
      readonly label: Label;
      /** Inside a call of another run: what all that it may stand for carries at least. */
      readonly least?: Label | undefined;
    }
  | {
      readonly type: 'generation-finished';
      readonly purpose: Purpose;
      readonly label: Label;
      readonly reply: ModelReply;
      /** Where the client would have the provider run some: which it might for this view. */
      readonly providerTools?: Offer | undefined;
    }
  | { readonly type: 'generation-failed'; readonly purpose: Purpose; readonly because: FailReason }
  | {
      readonly type: 'relevance-found';
      readonly relevance: Relevance;
      /** The label that it amounts to, bounded by what the model may be sent. */
      readonly label: Label;
      /** The label of all that was looked at to find it, the draft included. */
      readonly seen?: Label | undefined;
    }
  | {
      readonly type: 'step-labelled';
      readonly kind: StepKind;
      readonly label: Label;
      /** In a staged step, the label of control, which is below. */
      readonly control?: Label | undefined;
    }
  | {
      readonly type: 'call-decided';
      readonly callId: string;
      readonly tool: string;
      readonly args: string;
      readonly label: Label;
      /** That of what the call acts on, where that is another, below; so in what comes of it. */
      readonly control?: Label | undefined;
      readonly decision: Decision;
      /** Which region reached which argument. */
      readonly explanation: Explanation;
    }
  | { readonly type: 'question-asked'; readonly request: ConfirmRequest; readonly label: Label }
  | {
      readonly type: 'question-answered';
      readonly callId: string;
      readonly answer: ConfirmAnswer | { readonly kind: 'none' };
      readonly label: Label;
      /** Where a framework asked: what the call was held against. */
      readonly ceiling?: Label | undefined;
    }
  | {
      readonly type: 'call-executed';
      readonly callId: string;
      readonly output: ToolOutput;
      readonly label: Label;
      readonly control?: Label | undefined;
      /** The join of what runs inside the call have seen, where any did. */
      readonly within?: Label | undefined;
      /** What other agents have written by now, inside the call and around the run. */
      readonly written?: readonly WrittenLabel[] | undefined;
    }
  | {
      readonly type: 'call-refused';
      readonly callId: string;
      readonly rule: string;
      readonly reason: RefusalReason;
      readonly label: Label;
      readonly control?: Label | undefined;
    }
  /** One bit about what lies above `label`: did the narrow view make the identical call? */
  | {
      readonly type: 'read-replayed';
      readonly callIds: readonly string[];
      readonly label: Label;
      readonly identical: boolean;
    }
  | {
      readonly type: 'label-lowered';
      readonly kind: 'endorse' | 'declassify';
      readonly region: string;
      readonly dimension: string;
      readonly to: string;
      readonly because: string;
      readonly by: string;
      /** That of the region and of where it stands: what a person writes of it carries as much. */
      readonly label: Label;
    }
  | {
      readonly type: 'answer-decided';
      readonly text: string;
      readonly label: Label;
      readonly decision: Decision;
    }
  | { readonly type: 'turn-finished'; readonly outcome: Outcome; readonly label: Label }
);

/** Why a generation gave nothing to use. */
export type FailReason = 'model-failed' | 'timed-out' | 'aborted';

/** How a turn ended. */
export type Outcome = 'answered' | 'answer-refused' | FailReason | 'limit-reached';

/** An event before the log gives it its place. */
export type NewEvent = MonitorEvent extends infer Event
  ? Event extends MonitorEvent
    ? Omit<Event, 'seq' | 'atMs' | 'step'>
    : never
  : never;
