import { isRecord } from '../history/document.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { compiledPartsOf } from './load.ts';
import type { OutcomeSource } from './case-source.ts';
import type { Policy, Ruling } from './policy.ts';
import { outOfBounds, readArgs } from './ruling/rule-call.ts';

/** The labels of a call that is explained: of all that something acts on, and of what it says. */
export interface CallLabels {
  readonly label: Label;
  readonly data: Label;
}

/** One ceiling of a call, and the label that came to it. */
export interface CeilingExplanation {
  /** The tool and its control arguments, or one argument that is data. */
  readonly role: 'control' | 'data';
  readonly arguments: readonly string[];
  readonly ceiling: Label;
  /** Not given: no label was. */
  readonly label: Label | undefined;
  readonly isMet: boolean | undefined;
}

/** The ceilings of a call; none where it has none. */
export function ceilingsOf(
  space: LabelSpace,
  ruling: Ruling,
  { args, labels }: { readonly args: string; readonly labels: CallLabels | undefined },
): readonly CeilingExplanation[] {
  if (ruling.kind !== 'ceiling') return [];
  const given = argumentsIn(args);
  const met = (ceiling: Label, label: Label | undefined) => ({
    ceiling,
    label,
    isMet: label && space.flowsTo(label, ceiling),
  });
  const control = Object.keys(given).filter((name) => ruling.perArgument[name] === undefined);
  const data = Object.entries(ruling.perArgument).map(([name, ceiling]) => {
    return { role: 'data' as const, arguments: [name], ...met(ceiling, labels?.data) };
  });
  return [{ role: 'control', arguments: control, ...met(ruling.ceiling, labels?.label) }, ...data];
}

/** What follows where each part of a call has its label. */
export function outcomeAt(ruling: Ruling, ceilings: readonly CeilingExplanation[]): OutcomeSource {
  if (ruling.kind === 'deny') return 'deny';
  if (ruling.kind === 'never') return ruling.onViolation;
  return ceilings.every(({ isMet }) => isMet === true) ? 'allow' : ruling.onViolation;
}

/** An argument for which a call is denied, whatever its label. */
export interface Denied {
  readonly argument: string;
  readonly because: string;
}

/** The arguments for which a call is denied; none where that cannot be told. */
export function deniedBy(policy: Policy, tool: string, args: string): readonly Denied[] {
  const ruling = policy.ruleCall(tool, args);
  if (ruling.kind !== 'deny') return [];
  const call = compiledPartsOf(policy).tools.get(tool)?.call;
  const read = readArgs(args);
  switch (ruling.reason) {
    case 'argument-not-allowed':
      if (call === undefined || call === 'never' || read.kind !== 'args') return [];
      return outOfBounds(call, read.args).map((argument) => ({
        argument,
        because: 'is missing or outside of its limits',
      }));
    case 'arguments-invalid': {
      if (call === undefined || call === 'never' || read.kind !== 'args') return [];
      const broken = call.schema?.brokenAt(read.args);
      if (broken === undefined) return [];
      const because = `does not keep the schema (\`${broken.keyword}\`)`;
      return [{ argument: broken.argument, because }];
    }
    case 'forbidden-text':
      return Object.entries(argumentsIn(args)).flatMap(([argument, value]) => {
        // A tool that no policy names has no other reason to be denied.
        const alone = policy.ruleCall('', JSON.stringify({ [argument]: value }));
        const isForbidden = alone.kind === 'deny' && alone.reason === 'forbidden-text';
        return isForbidden ? [{ argument, because: 'holds a forbidden text' }] : [];
      });
    case 'arguments-unparseable':
    case 'duplicate-keys':
    case 'placeholder-in-argument':
    case 'policy-failed':
      return [];
  }
}

function argumentsIn(args: string): Readonly<Record<string, unknown>> {
  const read = readArgs(args);
  return read.kind === 'args' && isRecord(read.args.value) ? read.args.value : {};
}
