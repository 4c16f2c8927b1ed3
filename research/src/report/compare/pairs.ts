import { trialsOf } from '../../sweep/ledger-file.ts';
import type { TrialLine, TrialSpec } from '../../trial/trial.ts';
import { compareText, type NamedLedger } from '../cases.ts';

/** One of two that are compared: a ledger, or what one defence or model did in it. */
export interface Side {
  readonly name: string;
  readonly lines: readonly TrialLine[];
}

export interface SideChoice {
  readonly defence?: string | undefined;
  readonly model?: string | undefined;
}

/** Trials that may be counted together: of one benchmark, model and defence on each side. */
export interface SideBySide {
  readonly name: string;
  readonly isWorstCase: boolean;
  readonly first: readonly TrialLine[];
  readonly second: readonly TrialLine[];
}

/** The last versions in a ledger, narrowed to one defence or model. */
export function sideOf({ name, lines }: NamedLedger, { defence, model }: SideChoice): Side {
  const chosen = trialsOf(lines).filter(({ spec }) => {
    return spec.defence === (defence ?? spec.defence) && spec.model === (model ?? spec.model);
  });
  return {
    name: [name, defence, model].filter((part) => part !== undefined).join(', '),
    lines: chosen,
  };
}

/**
 * Puts trials side by side. Where each side has one defence, or one model, these are compared with
 * each other, whatever their names; where a side has several, each with its namesake.
 */
export function sideBySide(first: Side, second: Side): readonly SideBySide[] {
  const apart = fields.filter((field) => !isSingle(first, field) || !isSingle(second, field));
  const groupOf = ({ spec }: TrialLine): string =>
    JSON.stringify([spec.benchmark, ...apart.map((field) => spec[field])]);
  const [left, right] = [first, second].map(({ lines }) => Map.groupBy(lines, groupOf));
  return [...(left ?? [])]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([group, lines]) => {
      const others = right?.get(group) ?? [];
      const [one, other] = [lines[0]?.spec, others[0]?.spec];
      if (one === undefined || other === undefined) return [];
      const isWorstCase = [one, other].some(({ model }) => model.startsWith('reader:'));
      // A case is named by its model too, so that one name stands for both.
      const renamed = others.map((line) => ({ ...line, spec: { ...line.spec, model: one.model } }));
      return [{ name: nameOf(one, other), isWorstCase, first: lines, second: renamed }];
    });
}

const fields = ['model', 'defence'] as const;

function isSingle({ lines }: Side, field: (typeof fields)[number]): boolean {
  return new Set(lines.map(({ spec }) => spec[field])).size <= 1;
}

function nameOf(first: TrialSpec, second: TrialSpec): string {
  const parts = fields.map((field) => {
    return first[field] === second[field] ? first[field] : `${first[field]} → ${second[field]}`;
  });
  return [first.benchmark, ...parts].join(', ');
}
