export { SluiceError, type ErrorCode } from './errors.ts';
export { limits } from './limits.ts';

export {
  joinAll,
  meetAll,
  type Dimension,
  type DimensionKind,
  type Lattice,
  type SomeDimension,
} from './label/lattice.ts';
export { chain } from './label/dimension/chain.ts';
export { numericChain } from './label/dimension/chain.ts';
export { powerset, powersetOf, type PowersetValue } from './label/dimension/powerset.ts';
export { readers } from './label/dimension/readers.ts';
export { everyone, nobody, readerSet, type ReadersValue } from './label/dimension/readers-value.ts';
export {
  membership,
  type Groups,
  type GroupSnapshot,
  type Membership,
} from './label/dimension/groups.ts';
export { custom, type CustomLattice } from './label/dimension/custom.ts';
export { checkLattice, type Law, type LawViolation } from './label/check-lattice.ts';

export type { Label, LabelSpace } from './label/label.ts';
export { labelSpace } from './label/space.ts';
export { joinsOf } from './label/joins-of.ts';

// The one door out of labelled text, for programs that show a history to someone who is cleared.
export { contentsOf } from './session/transcript/client-message.ts';
export type { KnownElsewhere } from './history/known/known-answer.ts';
export { Content, reveal, type Region, type RegionForm } from './history/content.ts';
export {
  Opaque,
  type Call,
  type LabelledTool,
  type Message,
  type Part,
} from './history/message.ts';
export { History } from './history/history.ts';
export { ownTurn } from './history/slices.ts';
export { canonicalJson } from './history/json/canonical.ts';
export { isSameNumber } from './history/json/exact-number.ts';
export { pointerBelow } from './history/document.ts';
export { jsonPieces } from './history/json/json-pieces.ts';
export { vouchedRegion, type VouchedRegion } from './history/relabel.ts';
export { regionsOf, type RegionEntry, type RegionSource } from './history/regions.ts';
export type { PlainCall, PlainMessage, PlainPart, PlainTool, View } from './history/plain.ts';

export {
  textOf,
  type ChatModel,
  type DraftCall,
  type GenerateOptions,
  type ModelReply,
  type ModelRequest,
  unreadPart,
  type Usage,
} from './model/chat-model.ts';
export { loadPeer } from './model/load-peer.ts';
export { wireArgs, wireArgsText, wireSafe } from './model/wire.ts';
export { scriptedModel, type Script, type ScriptedModel } from './model/scripted.ts';

export type { DenyReason, OnViolation, Policy, Ruling, ToolResult } from './policy/policy.ts';
export { anyFolder } from './policy/files/file-use.ts';
export type { FileUse, NamedFiles, PolicyFiles } from './policy/files/file-use.ts';
export type { PolicySource } from './policy/source.ts';
export type { WrittenPolicySource } from './policy/written-source.ts';
export type { IncludeReader } from './policy/read/policy-files.ts';
export { nearest, type PolicyProblem } from './policy/problem.ts';
export { postCheckOf, type Forbidden, type PostCheck } from './policy/post-check/post-check.ts';
export { holdsLinks } from './policy/ruling/links.ts';
export {
  checkPolicy,
  definePolicy,
  loadPolicy,
  printProblem,
  type LoadOptions,
} from './policy/load.ts';
export { explainPolicy, printExplanation, type ExplainInput } from './policy/explain.ts';
export { outlineOf, type ToolOutline } from './policy/outline.ts';
export { pinOf } from './policy/pin.ts';
export { loadCases, printCases, testPolicy, type CaseOutcome } from './policy/cases.ts';

export { laterIn, laterWord, leftForLater } from './engine/call/roles.ts';
export { placeholder } from './redact/redact-content.ts';
export { redact, type Redact, type Structure } from './redact/redact.ts';

export type { Evidence, Propagator, PropagatorInput, Relevance } from './propagate/propagator.ts';
export { labelOf } from './propagate/label-of.ts';
export { naive } from './propagate/naive.ts';
export { redactAll } from './propagate/redact-all.ts';
export { target } from './propagate/target.ts';
export { lineage, type LineageOptions } from './propagate/lineage.ts';
export type { LineageRule } from './propagate/lineage.ts';
export { oracle } from './propagate/oracle.ts';
export { union } from './propagate/union.ts';
export { cheapestFirst, type CheapestFirstOptions } from './propagate/cheapest-first.ts';
export { draftAllowed } from './propagate/cheapest-first.ts';
export { judge, type JudgeOptions } from './propagate/judge.ts';
export {
  transcriptOf,
  withoutMarkers,
  type Transcript,
} from './propagate/judge/judge-transcript.ts';
export {
  numberReport,
  type NumberReport,
  type NumberReportOptions,
} from './propagate/judge/number-report.ts';
export { propagatorByName, type PropagatorParts } from './propagate/by-name.ts';
export {
  registeredPropagator,
  type PropagatorRegistry,
  type RegisteredParts,
} from './propagate/by-name.ts';
export { lineageNamed } from './propagate/by-name.ts';
export { namesWithin, splitNames } from './propagate/by-name.ts';

export { decide, decideParts, parseReason } from './engine/decision.ts';
export type {
  Confirm,
  ConfirmAnswer,
  ConfirmRequest,
  CallExplanation,
  Decision,
  Explanation,
  ShownEvidence,
  RefusalReason,
  Violation,
} from './engine/decision.ts';
export type { MonitorEvent, Outcome, StepKind } from './engine/events.ts';
export type { FileCall, FileLabels } from './engine/files.ts';
export { CallChecks } from './engine/call/call-checks.ts';
export type { Lowering } from './session/lower.ts';
export {
  eventFor,
  eventLine,
  eventSeen,
  isLabelTold,
  type EventSight,
} from './engine/event-view.ts';
export { replay, type Replayed } from './monitor/replay.ts';
export { Monitor, type MonitorOptions, type TurnOptions } from './monitor/monitor.ts';
export { Session } from './session/session.ts';
export type { SessionOptions } from './session/session-options.ts';
export type { Refusals, SessionStep, StepOptions } from './session/session-options.ts';
export type { Approval, Asker, AskerAnswer, Standing } from './engine/call/confirm.ts';
export type { Asked } from './engine/call/confirm.ts';
export {
  keyOf as messageKey,
  keyPieces as messageKeyPieces,
} from './session/transcript/entries.ts';
export { hasNotice, noticeText, withoutNotices } from './session/transcript/notice.ts';
export type { SavedHead, SavedRecord } from './session/saved/saved-session.ts';
export { savedDeclared, savedTextsReader, type SavedTexts } from './session/saved/saved-texts.ts';
export { defaultShortcuts } from './engine/run-options.ts';
export type { BeforeAsking, Shortcuts, TakenShortcuts } from './engine/run-options.ts';
export type { TurnResult } from './monitor/monitor.ts';
export { enclosingCall, type EnclosingCall } from './engine/nested/enclosure.ts';
export type { Tool, ToolCallOptions, ToolOutput } from './engine/tool.ts';

export { runGuarded, type GuardedTurn, type RunGuardedOptions } from './adapters/run-guarded.ts';
