import { eventFor, loadPolicy, type Label, type LabelSpace, type MonitorEvent } from '@sluice/core';
import { readText } from '../../files.ts';
import { decisionText } from '../../show/decision.ts';
import { printable } from '../../show/printable.ts';
import type { Terminal } from '../../terminal.ts';
import { decisionsWith } from './find-decision.ts';
import type { LoggedDecision } from './read-log.ts';

export interface WhyOptions {
  readonly log: string;
  readonly policy: string;
  readonly clearance?: string;
  readonly run?: string;
}

/** Explains one decision of a log, as far as a reader with this clearance may see it. */
export async function runWhy(id: string, options: WhyOptions, terminal: Terminal): Promise<0> {
  const { space } = await loadPolicy(readText(options.policy), { file: options.policy });
  const clearance = options.clearance === undefined ? space.bottom : space.parse(options.clearance);
  const found = await decisionsWith({ id, log: options.log, run: options.run });
  for (const logged of found) {
    const event = eventFor(space, revived(logged, space), clearance);
    for (const line of linesOf(event, logged, terminal)) terminal.print(line);
  }
  if (!found.every((logged) => space.flowsTo(labelOf(logged, space), clearance))) {
    terminal.print('Its values are above your clearance: see them with `--clearance LABEL`.');
  }
  return 0;
}

/** A label that the policy cannot read is the most restrictive one. */
function labelOf({ label }: Pick<LoggedDecision, 'label'>, space: LabelSpace): Label {
  try {
    return space.parse(label);
  } catch {
    return space.top;
  }
}

/** The event as the monitor recorded it, with labels of this space. */
function revived(logged: LoggedDecision, space: LabelSpace): MonitorEvent {
  const { seq, step, tool, text, decision, unsourced, id } = logged;
  const place = { seq, step, atMs: 0, label: labelOf(logged, space), decision };
  if (tool === '') return { type: 'answer-decided', ...place, text };
  const evidence = logged.evidence.map((one) => ({ ...one, label: labelOf(one, space) }));
  const explanation = { evidence, unsourced };
  return { type: 'call-decided', ...place, callId: id, tool, args: text, explanation };
}

function linesOf(
  event: MonitorEvent,
  { run, step, label }: LoggedDecision,
  terminal: Terminal,
): readonly string[] {
  if (event.type !== 'call-decided' && event.type !== 'answer-decided') return [];
  const { bold } = terminal.colours;
  const { decision } = event;
  const isCall = event.type === 'call-decided';
  const kind = isCall ? 'call' : 'answer';
  const shown = isCall ? `${event.tool} ${event.args}` : event.text;
  const explanation = isCall ? event.explanation : { evidence: [], unsourced: [] };
  return [
    `${bold(kind)}: ${printable(shown)}`,
    `decision: ${decisionText(decision, terminal)}`,
    `label: ${printable(label)}`,
    `run: ${printable(run)}, step ${step}`,
    ...decision.violations.map(({ dimension, argument }) => {
      const where = argument === '' ? `the ${kind}` : argument;
      return printable(`  ${where} is above its ceiling in ${dimension}`);
    }),
    ...explanation.evidence
      .filter(({ argument }) => argument !== '')
      .map(({ argument, from, path, how, label: own, excerpt }) => {
        return printable(`  ${argument} <- ${from} ${path} (${how}; ${own.text}): ${excerpt}`);
      }),
    ...explanation.unsourced.map((argument) => printable(`  ${argument} <- no visible source`)),
  ];
}
