import type { PolicySource } from '@sluice/core';

type Tool = PolicySource['tools'][string];

/** A policy that is looser than another in one setting. */
export interface Mutant {
  readonly name: string;
  readonly source: PolicySource;
  /** The setting is the role of an argument. */
  readonly isOfRole: boolean;
}

/**
 * Loosens each setting of each tool, and of the answer, one at a time; and takes each argument that
 * holds a text, by tool, for one that only says something.
 */
export function mutantsOf(
  source: PolicySource,
  levels: Levels,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Mutant[] {
  const tools = Object.entries(source.tools).flatMap(([name, tool]) => {
    const ofRole = roleMutants(tool, texts.get(name) ?? new Set());
    return [...toolMutants(tool, levels), ...ofRole].map((mutant) => ({
      name: `${name}: ${mutant.name}`,
      source: { ...source, tools: { ...source.tools, [name]: mutant.tool } },
      isOfRole: ofRole.includes(mutant),
    }));
  });
  return [...tools, ...answerMutants(source, levels)];
}

/** The parts of a label that let more through: as a ceiling, and as the label of a text. */
export interface Levels {
  readonly high: readonly string[];
  readonly low: readonly string[];
}

interface ToolMutant {
  readonly name: string;
  readonly tool: Tool;
}

function toolMutants(tool: Tool, levels: Levels): readonly ToolMutant[] {
  return [...callMutants(tool, levels), ...resultMutants(tool, levels)];
}

function callMutants({ call, ...tool }: Tool, { high }: Levels): readonly ToolMutant[] {
  const logging: ToolMutant = { name: 'log', tool: { ...tool, call, onViolation: 'log' } };
  if (call === undefined) return [logging];
  if (call === 'never') {
    return [logging, { name: 'no longer never', tool: { ...tool, call: { ceiling: 'top' } } }];
  }
  const ceilings = looser(call.ceiling, high).map((ceiling) => ({
    name: `ceiling ${ceiling}`,
    tool: { ...tool, call: { ...call, ceiling } },
  }));
  const { rules = [], arguments: limits, ...rest } = call;
  const ruled = rules.flatMap((rule, at): readonly ToolMutant[] => {
    const others = (changed: typeof rules): Tool => {
      return { ...tool, call: { ...call, rules: rules.toSpliced(at, 1, ...changed) } };
    };
    return [
      ...looser(rule.ceiling, high).map((ceiling) => ({
        name: `rule ${at} up to ${ceiling}`,
        tool: others([{ ...rule, ceiling }]),
      })),
      { name: `no rule ${at}`, tool: others([]) },
      ...Object.keys(rule.when).map((field) => ({
        name: `rule ${at} whatever ${field}`,
        tool: others([{ ...rule, when: without(rule.when, field) }]),
      })),
    ];
  });
  const unlimited = { ...tool, call: { ...rest, ...(rules.length > 0 && { rules }) } };
  return [
    logging,
    ...ceilings,
    ...ruled,
    ...(limits === undefined ? [] : [{ name: 'no limits', tool: unlimited }]),
  ];
}

/** Integrity alone, for roles concern no other dimension. */
const free = { ceiling: 'untrusted', withLinks: 'untrusted' } as const;

function roleMutants({ call, ...tool }: Tool, texts: ReadonlySet<string>): readonly ToolMutant[] {
  if (call === undefined || call === 'never') return [];
  const data = call.data ?? {};
  const changedTo = (name: string, changed: NonNullable<typeof call.data>[string]): Tool => {
    return { ...tool, call: { ...call, data: { ...data, [name]: changed } } };
  };
  const widened = Object.entries(data).flatMap(([name, own]): readonly ToolMutant[] => {
    const said = typeof own === 'string' ? { form: own } : own;
    const text = { ...said, form: 'text' } as const;
    return [
      {
        name: `${name} whatever it links`,
        tool: changedTo(name, { ...said, withLinks: 'untrusted' }),
      },
      ...(said.form === 'text'
        ? []
        : [{ name: `${name} of many lines`, tool: changedTo(name, text) }]),
    ];
  });
  const taken = [...texts]
    .filter((name) => !Object.hasOwn(data, name))
    .map((name) => ({
      name: `${name} only says something`,
      tool: changedTo(name, { form: 'text', ...free, writes: [], because: 'A mutant.' }),
    }));
  return [...widened, ...taken];
}

function resultMutants({ result, ...tool }: Tool, { low }: Levels): readonly ToolMutant[] {
  if (result === undefined) return [];
  const changedTo = (changed: Partial<typeof result>): Tool => {
    return { ...tool, result: { ...result, ...changed } };
  };
  const fields = (['label', 'shape', 'failed'] as const).flatMap((field) =>
    looser(result[field], low).map((label) => ({
      name: `${field} ${label}`,
      tool: changedTo({ [field]: label }),
    })),
  );
  const rules = result.rules ?? [];
  const ruled = rules.flatMap((rule, at): readonly ToolMutant[] => {
    const others = (changed: typeof rule): Tool => changedTo({ rules: rules.with(at, changed) });
    return [
      ...looser(rule.label, low).map((label) => ({
        name: `field ${at} ${label}`,
        tool: others({ ...rule, label }),
      })),
      ...Object.keys(rule.when ?? {}).map((field) => ({
        name: `field ${at} whatever ${field}`,
        tool: others({ ...rule, when: without(rule.when ?? {}, field) }),
      })),
    ];
  });
  const { begins, ...rest } = result;
  const unbegun =
    begins === undefined ? [] : [{ name: 'no begins', tool: { ...tool, result: rest } }];
  return [...fields, ...ruled, ...unbegun];
}

function answerMutants(source: PolicySource, { high }: Levels): readonly Mutant[] {
  const { answer } = source;
  const raised = (['ceiling', 'withLinks'] as const).flatMap((field) =>
    looser(answer[field], high).map((label) => ({
      name: `answer ${field} ${label}`,
      source: { ...source, answer: { ...answer, [field]: label } },
      isOfRole: false,
    })),
  );
  return [
    ...raised,
    { name: 'log', source: { ...source, onViolation: 'log' }, isOfRole: false },
    { name: 'unlabelled bottom', source: { ...source, unlabelled: 'bottom' }, isOfRole: false },
  ];
}

/** The label with each of its parts made looser; as it was where it is that loose already. */
function looser(label: string | undefined, parts: readonly string[]): readonly string[] {
  if (label === undefined) return [];
  const own = label.split(/\s*&\s*/);
  if (own.length < parts.length) return [];
  return parts.flatMap((part, at) => {
    const changed = own.with(at, part).join(' & ');
    return changed === own.join(' & ') ? [] : [changed];
  });
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
