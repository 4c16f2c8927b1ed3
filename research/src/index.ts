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
  isLocal,
  requireDefences,
  type DefenceParts,
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

// One result a suite, for the page that shows all of them.
export { codeOf } from './report/code-of.ts';
export { agentdojoResult, defencesTable } from './report/results/agentdojo-result.ts';
export { secResult } from './report/results/agentsec-result.ts';
export {
  attackClaims,
  attackersWithout,
  attacksResult,
  attackTable,
} from './report/results/attacks-result.ts';
export type { FoundBySuite } from './report/results/found.ts';
export { labelsResult } from './report/results/labels-result.ts';
export { privacyResult } from './report/results/privacy-result.ts';
export {
  screenerClaims,
  screenerResult,
  screenerTables,
} from './report/results/screener-result.ts';
export type { SuiteResult } from './report/suite-result.ts';
export { readSuiteResult, readSuiteResults, writeSuiteResult } from './report/suite-result-file.ts';
export { mergedFigures, ranked, type RankedResult } from './report/suites/ranked.ts';
export { overviewHeads, overviewRows, resultTitle } from './report/suites/result-words.ts';
export { resultsMarkdown } from './report/suites/results-markdown.ts';

// Minimal labels on a local model.
export { labelBench } from './labels/label-bench.ts';
export { Memory, type Writer as LabelWriter } from './labels/remember.ts';
export type { LabelModels } from './labels/run/models.ts';
export { labelTask } from './labels/run/tasks.ts';
export type { DatasetName } from './labels/run/task.ts';
export {
  boundText,
  dataOf as labelReportData,
  labelReportHtml,
  numberText,
  type LabelReport,
} from './labels/report/label-report.ts';
export { paperRows } from './labels/report/paper.ts';
export { rowCells, rowHeads, searchCells, searchHeads } from './labels/report/rows-table.ts';

// The privacy suite: what is asked about, and what goes out unasked.
export {
  privacyDefence,
  privacyDefenceNames,
  type OpenedPropagators,
} from './privacy/defence/by-name.ts';
export { AnswerMemory } from './privacy/defence/answer-memory.ts';
export type { PrivacyDefence } from './privacy/defence/defence.ts';
export { bestLocal } from './privacy/measure/best.ts';
export { privacyClaims, type PrivacyClaim } from './privacy/measure/claims.ts';
export { privacyMeasures, type PrivacyMeasures } from './privacy/measure/measures.ts';
export { privacyFigures } from './privacy/measure/privacy-figures.ts';
export { privacyCells, privacyHeads, privacyNotes } from './privacy/measure/privacy-table.ts';
export { privacySuite } from './privacy/privacy-suite.ts';
export { privacyReader } from './privacy/reader/reader.ts';
export { PlayedLedger } from './privacy/run/played-ledger.ts';
export { runPrivacyBench, type DefenceRuns } from './privacy/run/privacy-bench.ts';

// AgentSecBench: three games, six defences, and Sluice.
export { checkPropagators, secDefences, type SecDefencesOptions } from './agentsec/defence/all.ts';
export { paperDefences } from './agentsec/defence/paper.ts';
export type { SecDefence } from './agentsec/defence/defence.ts';
export { overHttp } from './agentsec/defence/over-http.ts';
export { shown, writeOut, type ShownOptions } from './agentsec/defence/shown.ts';
export type { SecBound } from './agentsec/measure/bounds.ts';
export { detectedBy } from './agentsec/corpus/detected.ts';
export { readEmails } from './agentsec/corpus/emails.ts';
export { readPromptShield } from './agentsec/corpus/prompt-shield.ts';
export { withCorpora, type Corpora } from './agentsec/corpus/with-corpus.ts';
export { contextView, withContext } from './agentsec/run/as-context.ts';
export { remembered } from './agentsec/run/remembered.ts';
export { secReport, type SecReport } from './agentsec/run/report.ts';
export { readerModel, runGrid, type GridModel } from './agentsec/run/run.ts';
export { suiteNamed, suites, type Suite } from './agentsec/suite/suite.ts';
export {
  scorerDistinguisher,
  type ScorerDistinguisher,
} from './agentsec/trace/scorer-distinguisher.ts';
export type { Chunk, SecTask } from './agentsec/task/task.ts';

// The screener: calls of recorded runs, what was measured of them, training and figures.
export { callSites, type CallSite } from './screener/trace/call-sites.ts';
export { readTraces, traceFiles } from './screener/trace/read-traces.ts';
export type { Trace } from './screener/trace/trace.ts';
export { readGoals, type Goals } from './screener/pair/followed.ts';
export {
  dependenceKinds,
  parseHandLabels,
  readHandLabelled,
  readHandLabels,
  type DependenceKind,
  type HandLabelledCall,
  type HandLabels,
} from './screener/pair/hand-labels.ts';
export type { Recorded } from './screener/pair/draw.ts';
export { FeatureCache } from './screener/features/feature-cache.ts';
export type { MeasureProgress } from './screener/features/measure-calls.ts';
export { readingModel, weightsHash } from './screener/features/open-reading.ts';
export type { Observation } from './screener/observe/observation.ts';
export { readObservations, writeObservations } from './screener/observe/observation-file.ts';
export { observeRuns, type ObservedRuns } from './screener/observe/observe-runs.ts';
export { recordedModel, recordedObservations } from './screener/observe/recorded.ts';
export { fitScreener, type Fit } from './screener/learn/fit.ts';
export { cardOf } from './screener/learn/card.ts';
export {
  learnable,
  reportOn,
  screenerFigures,
  type ScreenerReport,
} from './screener/figures/figures.ts';
export type { Summary } from './screener/figures/summary.ts';

// Choosing: every propagator on the same recorded calls.
export { AnswerLedger } from './choosing/ask/answer-ledger.ts';
export { WorkCount, type OpenedScreeners } from './choosing/ask/ask-all.ts';
export { measureAll } from './choosing/ask/measure-all.ts';
export { handCalls, regionsOfResults, sourcesIn } from './choosing/call/hand-calls.ts';
export type { KnownCall } from './choosing/call/known-call.ts';
export { ownCalls } from './choosing/call/own-calls.ts';
export { sampleOf } from './choosing/call/sample.ts';
export { shippedHandLabels } from './choosing/call/shipped-labels.ts';
export {
  screenersFigures,
  screenersReport,
  type ScreenersReport,
} from './choosing/figures/screeners-report.ts';
export { screenersResult } from './choosing/report/screeners-result.ts';
export { screenersHtml } from './choosing/report/screeners-page.ts';
export { screenersCells, screenersHeads } from './choosing/report/screeners-table.ts';
export { columnTexts, truthText } from './choosing/report/words.ts';
