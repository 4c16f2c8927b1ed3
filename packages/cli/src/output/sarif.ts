import {
  SarifBuilder,
  SarifResultBuilder,
  SarifRuleBuilder,
  SarifRunBuilder,
} from 'node-sarif-builder';
import { version } from '../version.ts';

/** One finding of a report in SARIF 2.1.0, as code scanning shows it. */
export interface SarifFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** A path from the root of the repository. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * A report as SARIF; `rules` says in a sentence what each rule is about, and `notes` what the
 * findings do not cover.
 */
export function sarifOf(
  findings: readonly SarifFinding[],
  rules: Readonly<Record<string, string>>,
  notes: readonly string[] = [],
): string {
  const run = new SarifRunBuilder().initSimple({
    toolDriverName: 'sluice',
    toolDriverVersion: version(),
  });
  for (const [ruleId, shortDescriptionText] of Object.entries(rules)) {
    run.addRule(new SarifRuleBuilder().initSimple({ ruleId, shortDescriptionText }));
  }
  for (const { rule, level, message, file, line } of findings) {
    run.addResult(
      new SarifResultBuilder().initSimple({
        level,
        messageText: message,
        ruleId: rule,
        fileUri: file.replaceAll('\\', '/'),
        startLine: line,
      }),
    );
  }
  if (notes.length > 0) {
    const toolExecutionNotifications = notes.map((text) => {
      return { level: 'note' as const, message: { text } };
    });
    run.run.invocations = [{ executionSuccessful: true, toolExecutionNotifications }];
  }
  const sarif = new SarifBuilder();
  sarif.addRun(run);
  return sarif.buildSarifJsonString({ indent: true });
}
