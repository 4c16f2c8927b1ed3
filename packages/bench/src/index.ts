export type { TrialSpec, PersonName, AttackChoice } from './trial/spec.ts';
export type { TrialOutcome, AskedQuestion, Checked, Cost } from './trial/outcome.ts';
export type { LedgerLine, SweepLine, TrialLine, Versions } from './trial/row.ts';
