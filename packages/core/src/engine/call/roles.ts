import { Content, type Region } from '../../history/content.ts';
import { isRecord } from '../../history/document.ts';
import { parseJson } from '../../history/json/json.ts';
import type { PlainTool } from '../../history/plain.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import type { DraftCall, ModelReply } from '../../model/chat-model.ts';
import type { Policy } from '../../policy/policy.ts';
import type { CallLabels } from '../decision.ts';
import type { Run } from '../run.ts';
import { parseArguments, type PendingCall } from './call.ts';

/** The arguments of a call in two: what something acts on, and what only says something. */
export interface Roles {
  /** All arguments, as canonical JSON. */
  readonly text: string;
  /** Those that something acts on, in the same form. */
  readonly control: string;
  /** Those that only say something, as they stand in `text`. */
  readonly data: readonly DataPart[];
}

interface DataPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/**
 * The roles in a call as it was drafted. Data is a text that the policy names so and has a ceiling
 * for; whatever else stands there is control. `undefined` where the arguments cannot be read.
 */
export function rolesOf(run: Run, call: DraftCall): Roles | undefined {
  const known = asked.get(call);
  if (known !== undefined) return known.roles;
  const roles = readRoles(run, call);
  asked.set(call, { roles });
  return roles;
}

/** The policy is asked once for each call as it was drafted. */
const asked: WeakMap<DraftCall, { readonly roles: Roles | undefined }> = new WeakMap();

function readRoles(run: Run, call: DraftCall): Roles | undefined {
  const ruling = run.rulings.of(call);
  if (ruling.kind !== 'ceiling') return undefined;
  const { value = {} } = parseArguments(call.args) ?? {};
  const names = dataOf(run.options.policy, call.tool).filter(
    (name) => Object.hasOwn(ruling.perArgument, name) && typeof value[name] === 'string',
  );
  return splitAt(call, names);
}

/** The roles in a call whose data is only hinted at: it is not looked at. */
function hintedRoles(run: Run, call: DraftCall): Roles | undefined {
  return splitAt(call, dataOf(run.options.policy, call.tool));
}

/** A policy that fails says of no argument that it is data. */
function dataOf({ dataOf: of }: Policy, tool: string): readonly string[] {
  try {
    return of?.(tool) ?? [];
  } catch {
    return [];
  }
}

function splitAt({ args, isRounded }: DraftCall, names: readonly string[]): Roles | undefined {
  const text = parseArguments(args)?.text;
  if (text === undefined || isRounded === true) return undefined;
  const read = parseJson(text);
  if (read.kind !== 'document') return undefined;
  const isData = new Set(names);
  const { children } = read.root;
  const data = children.filter(({ key }) => isData.has(String(key)));
  const control = children.filter(({ key }) => !isData.has(String(key)));
  return {
    text,
    control: `{${control.map(({ keyStart, end }) => text.slice(keyStart, end)).join(',')}}`,
    data: data.map(({ key, start, end, path }) => ({ name: String(key), start, end, path })),
  };
}

/**
 * The arguments of a call whose texts have a label of their own; `undefined` where all have that of
 * their generation.
 */
export function argumentsOf(
  run: Run,
  { drafted, args }: Pick<PendingCall, 'drafted' | 'args'>,
  { label: control, data }: { readonly label: Label; readonly data?: Label | undefined },
): Content | undefined {
  if (data === undefined) return undefined;
  const roles = rolesOf(run, drafted);
  return roles === undefined
    ? Content.whole(run.space, args, data)
    : labelledArguments(run.space, roles, { control, data });
}

/** The arguments of a call with a label for what is acted on and one for what is said. */
function labelledArguments(space: LabelSpace, { text, data }: Roles, labels: CallLabels): Content {
  const parts = data.map(({ start, end, path }): Region => {
    return { start, end, label: labels.data, form: 'scalar', path, parts: [] };
  });
  const root = { start: 0, end: text.length, label: labels.control, path: '$', parts };
  return Content.of(space, text, { ...root, form: 'container' });
}

/** Stands for a text that is written later. */
export const laterWord = 'later';

/**
 * The tools as a model is shown them that decides what is acted on alone: for each text that only
 * says something it says whether there is one.
 */
export function withoutData(policy: Policy, tools: readonly PlainTool[]): readonly PlainTool[] {
  return tools.map((tool) => {
    const names = dataOf(policy, tool.name);
    const properties = tool.parameters['properties'];
    if (names.length === 0 || !isRecord(properties)) return tool;
    const hinted = names
      .filter((name) => Object.hasOwn(properties, name))
      .map((name) => [name, hint] as const);
    const left = { ...properties, ...Object.fromEntries(hinted) };
    return { ...tool, parameters: { ...tool.parameters, properties: left } };
  });
}

const hint = {
  type: 'string',
  enum: [laterWord],
  description: `Written afterwards. If there is to be one, give "${laterWord}".`,
} as const;

/** The arguments that a view asks to leave for later, by tool. */
export function laterIn({
  tools,
}: {
  readonly tools: readonly Pick<PlainTool, 'name' | 'parameters'>[];
}): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    tools.map(({ name, parameters }) => {
      const properties = parameters['properties'];
      const all = isRecord(properties) ? Object.entries(properties) : [];
      return [name, new Set(all.flatMap(([key, schema]) => (isLater(schema) ? [key] : [])))];
    }),
  );
}

/** A call with a word in place of each text that is written later. */
export function leftForLater<
  Call extends { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
>(call: Call, later: ReadonlyMap<string, ReadonlySet<string>>): Call {
  const left = later.get(call.tool);
  const args = Object.entries(call.args).map(([name, value]) => {
    return [name, left?.has(name) === true ? laterWord : value] as const;
  });
  return { ...call, args: Object.fromEntries(args) };
}

function isLater(schema: unknown): boolean {
  const values = isRecord(schema) ? schema['enum'] : undefined;
  return Array.isArray(values) && values.length === 1 && values[0] === laterWord;
}

/**
 * The calls of a draft that come out again where nothing but control was decided, in that order, so
 * that each keeps what it says. `undefined` where one of those that came out is not among them: its
 * tool, all that is acted on, and which texts there are.
 */
export function matched(
  run: Run,
  draft: ModelReply,
  { calls }: ModelReply,
): readonly DraftCall[] | undefined {
  const left = draft.calls.map((call) => ({ call, roles: rolesOf(run, call) }));
  const found: DraftCall[] = [];
  for (const call of calls) {
    const wanted = hintedRoles(run, call);
    const at = left.findIndex(
      ({ call: { tool }, roles }) => tool === call.tool && isAlike(roles, wanted),
    );
    const [match] = at === -1 ? [] : left.splice(at, 1);
    if (match === undefined) return undefined;
    found.push(match.call);
  }
  return found;
}

function isAlike(drafted: Roles | undefined, wanted: Roles | undefined): boolean {
  if (drafted === undefined || drafted.control !== wanted?.control) return false;
  const names = ({ data }: Roles): string => JSON.stringify(data.map(({ name }) => name));
  return names(drafted) === names(wanted);
}
