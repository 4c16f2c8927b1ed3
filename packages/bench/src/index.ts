export type { TrialSpec, PersonName, AttackChoice } from './trial/spec.ts';
export type { TrialOutcome, AskedQuestion, Checked, Cost } from './trial/outcome.ts';
export type { LedgerLine, SweepLine, TrialLine, Versions } from './trial/row.ts';

// Environments: AgentDojo's package, and what is needed to write another.
export type { Facts } from './agentdojo/facts.ts';
export type { Graded, JobAttack } from './agentdojo/job.ts';
export { findAgentDojo, type AgentDojoEnvironment } from './agentdojo/environment.ts';
export { setUpAgentDojo } from './agentdojo/set-up.ts';
export { pinnedFor } from './live/pinned-for.ts';
export { agentdojoEnvironment } from './live/agentdojo-environment.ts';
export { runAgent, type AgentOptions, type AgentRun } from './live/agent.ts';
export type { Environment, Episode } from './live/environment.ts';

// Models and people.
export { startReader, readerVariants, type ReaderServer } from './reader/server.ts';
export { readerOf, type Reader } from './reader/reader.ts';
export { knowledgeOf } from './live/knowledge.ts';

// Defences and attackers.
export {
  canAsk,
  defenceNames,
  defencesNamed,
  isGuarded,
  requireDefences,
} from './defence/by-name.ts';
export type { Defence } from './defence/defence.ts';
export type { Attacker, Brief } from './attack/attacker.ts';
export { attackers } from './attack/attackers.ts';
export {
  attackFigures,
  attackResults,
  signalledBits,
  type AttackResult,
} from './attack/attack-figures.ts';
export { attackPlan } from './attack/attack-plan.ts';
export { briefOf, textsOf } from './attack/brief.ts';
export { succeededBy } from './attack/judge.ts';

// Sweeps.
export { plan, sliceTasks, type Choice } from './live/plan.ts';
export { runLive, type LiveOptions, type Model } from './live/run-live.ts';
export { trialKey } from './sweep/trial-key.ts';
export { readLedger } from './sweep/ledger-file.ts';
export { printProgress, type Progress } from './sweep/progress.ts';
export { hashOfFolders, hashOfSources } from './sweep/source-hash.ts';
export type { SweepResult } from './sweep/sweep-options.ts';
export { trialsOf } from './sweep/trials-of.ts';

// Figures and reports.
export { controlsOf, exitCodeOf, type Control } from './measure/controls.ts';
export { figuresOf } from './measure/figures.ts';
export { questionsLeft, type QuestionLeft } from './measure/questions-left.ts';
export { rowsOf, type Row as BenchRow } from './measure/rows.ts';
export { outcomeColumns, costColumns } from './report/columns.ts';
export { casesOf, type NamedLedger } from './report/cases.ts';
export { compare } from './report/compare/compare.ts';
export { comparisonText } from './report/compare/compare-text.ts';
export { sideOf } from './report/compare/pairs.ts';
export { reportHtml } from './report/report-html.ts';
export { reportMarkdown } from './report/report-markdown.ts';
export { worstCaseNotice } from './report/worlds.ts';
