import type { Decision } from '@sluice/core';
import type { Terminal } from '../terminal.ts';

/** A decision in a few words, with the rule and never a value. */
export function decisionText(decision: Decision, { colours }: Terminal): string {
  const where = `(${decision.rule}${violationsText(decision)})`;
  switch (decision.kind) {
    case 'allow':
      return decision.wouldBe === undefined
        ? colours.green('allow')
        : colours.yellow(`allow, would be ${decision.wouldBe} ${where}`);
    case 'ask':
      return colours.yellow(`ask ${where}`);
    case 'deny':
      return colours.red(`deny: ${decision.reason} ${where}`);
  }
}

function violationsText({ violations }: Decision): string {
  const dimensions = new Set(violations.map(({ dimension }) => dimension));
  return dimensions.size === 0 ? '' : `; ${[...dimensions].join(' and ')} above the ceiling`;
}
