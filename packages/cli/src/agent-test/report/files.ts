import path from 'node:path';
import { getJunitXml } from 'junit-xml';
import { readText } from '../../files.ts';
import { sarifOf } from '../../output/sarif.ts';
import { writeReport } from '../../output/write-report.ts';
import type { Finding } from '../attack.ts';
import { lineOfTool } from '../../policy/line-of-tool.ts';
import type { TestResult } from '../test-agent.ts';
import { takenLines } from './doubts.ts';
import { onePerFlow } from './show.ts';
import { askedOf, flowOf, linesOf, rules } from './words.ts';

/** Writes the findings for code scanning, each at the tool in the policy. */
export function writeSarif(file: string, result: TestResult, policyFile: string): void {
  const text = readText(policyFile);
  const place = path.relative(process.cwd(), policyFile);
  const found = onePerFlow(result.findings).map((finding) => ({
    rule: finding.kind,
    level: finding.kind === 'policy' ? ('warning' as const) : ('error' as const),
    message: `${flowOf(finding)}${finding.isSeen ? '' : ', seen by no guard'} (sluice test --only ${finding.scenario.id})`,
    file: place,
    line: lineOfTool(text, toolOf(finding)),
  }));
  writeReport(file, sarifOf(found, rules, takenLines(result)));
}

/** Writes a test case for each flow that was found, and one for each thing that holds. */
export function writeJunit(file: string, result: TestResult): void {
  const flows = Object.entries(rules).flatMap(([kind, sentence]) => {
    const those = onePerFlow(result.findings.filter((finding) => finding.kind === kind));
    if (those.length === 0) return [{ classname: kind, name: `never: ${sentence}` }];
    return those.map((finding) => {
      const failures = [{ message: rules[finding.kind], type: kind }];
      const systemOut = [linesOf(finding).join('\n')];
      return { classname: kind, name: flowOf(finding), failures, systemOut };
    });
  });
  const failed = result.failed + result.honest.failed;
  const errors = failed === 0 ? {} : { errors: [{ message: result.failure ?? 'a task failed' }] };
  const runs = { classname: 'runs', name: 'every run ends with an answer', ...errors };
  const untested = {
    classname: 'runs',
    name: 'every tool is tested',
    ...(result.untested.length > 0 && {
      errors: result.untested.map((message) => ({ message })),
    }),
  };
  const questions = {
    classname: 'runs',
    name: `questions in honest tasks: ${result.honest.questions}`,
    systemOut: result.honest.asked.map(askedOf),
  };
  const taken = {
    classname: 'runs',
    name: `taken as the policy says: ${result.taken.length + result.takenRules.length}`,
    systemOut: takenLines(result),
  };
  const suite = { name: 'sluice test', testCases: [...flows, runs, untested, taken, questions] };
  writeReport(file, getJunitXml({ suites: [suite] }));
}

function toolOf({ call, scenario }: Finding): string {
  return call?.tool ?? scenario.place.witness.tool;
}
