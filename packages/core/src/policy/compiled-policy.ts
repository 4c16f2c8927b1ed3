import { Content } from '../history/content.ts';
import type { PlainTool } from '../history/plain.ts';
import { isPowersetValue } from '../label/dimension/powerset.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { CompiledPolicy, CompiledTool } from './compile/compile.ts';
import { LastPins } from './pin.ts';
import type { Policy, ReplyPlace, Ruling, ToolResult } from './policy.ts';
import { judgeArguments } from './result/by-arguments.ts';
import { labelResult } from './result/label-result.ts';
import { labelSpans } from './result/label-spans.ts';
import { withInertLinks } from './ruling/inert-links.ts';
import { floorOf, ruleAnswer } from './ruling/rule-answer.ts';
import { readArgs, ruleArgs } from './ruling/rule-call.ts';

export interface PolicyParts {
  readonly compiled: CompiledPolicy;
  readonly hash: string;
}

/** The policy that the monitor asks. An error while it labels or rules is its strictest answer. */
export function policyOf({ compiled, hash }: PolicyParts): Policy {
  const { compiler, tools, answer, said } = compiled;
  const { space } = compiler;
  const memo = new ResultMemo();
  const pins = new LastPins();
  return {
    space,
    hash,
    labelTurn: (role, text) => labelSpans(space, text, compiled[role]).content,
    labelUnknownAnswer: said && ((text) => (said.has(text.trim()) ? space.bottom : space.top)),
    labelOpaqueTurn: (role) => compiled[role].fallback,
    labelResult: (result) => labelOnce(compiled, memo, result),
    labelOpaqueResult: (tool, failed) =>
      tools.get(tool)?.result?.[failed ? 'failed' : 'fallback'] ?? compiled.unlabelled,
    resultFloor: (tool) => tools.get(tool)?.result?.floor ?? compiled.unlabelled,
    labelTool: (tool) => labelTool(compiled, pins, tool),
    vouchesFor: (tool) => tools.has(tool),
    ruleCall: (tool, args, { charactersBefore } = firstPlace) => {
      const texts = [tool, args];
      return checked(compiled, ruleCall(compiled, tool, args), { texts, charactersBefore });
    },
    ruleAnswer: (text, form) => {
      const ruling = ruleAnswer(space, answer, { text, ...form });
      return checked(compiled, ruling, { texts: [text], ...firstPlace });
    },
    inertAnswer: (text, { structured = false } = {}) =>
      answer.links === 'inert' && !structured ? withInertLinks(text) : undefined,
    answerIsChecked: compiled.postCheck !== undefined,
    answerFloor: floorOf(space, answer),
    answerActs: answer.acts,
    dutyOf: (label) => dutyOf(compiled, label),
    dataOf: (name) => dataOf(tools.get(name)),
    readBack: compiled.readBack,
    files: compiled.files,
    providerTool: (name) => compiled.providerTools.get(name),
    effect: (tool) => tools.get(tool)?.effect ?? 'write',
    clearance: (model, role) => {
      const named = compiled.models.get(model) ?? compiled.models.get('*');
      if (named !== undefined) return named[role];
      return role === 'main' ? space.top : space.bottom;
    },
  };
}

/** The arguments count only by what the rules ask of them. */
function labelOnce(compiled: CompiledPolicy, memo: ResultMemo, result: ToolResult): Content {
  try {
    const rules = compiled.tools.get(result.tool)?.result;
    const truths = rules === undefined ? [] : judgeArguments(rules, result.args);
    const by = truths.join(' ');
    return memo.get({ ...result, by }, () => labelClosed(compiled, result));
  } catch {
    return Content.whole(compiled.compiler.space, result.text, compiled.compiler.space.top);
  }
}

function labelClosed(compiled: CompiledPolicy, result: ToolResult): Content {
  try {
    return labelResult(compiled, result).content;
  } catch {
    // The message of what was thrown may quote the text, so it is dropped.
    return Content.whole(compiled.compiler.space, result.text, compiled.compiler.space.top);
  }
}

function labelTool({ compiler, tools }: CompiledPolicy, pins: LastPins, tool: PlainTool): Label {
  const description = tools.get(tool.name)?.description ?? 'top';
  if (description === 'top') return compiler.space.top;
  if (description === 'trusted') return compiler.space.bottom;
  return pins.of(tool) === description.pin ? compiler.space.bottom : compiler.space.top;
}

function dataOf(tool: CompiledTool | undefined): readonly string[] {
  const call = tool?.call;
  return call === undefined || call === 'never' ? [] : call.data.map(({ name }) => name);
}

/** The ruling on one call. */
function ruleCall(compiled: CompiledPolicy, tool: string, args: string): Ruling {
  const known = compiled.tools.get(tool);
  // An undeclared name is text of the model: a ruling names only tools that the policy names.
  const rule = known === undefined ? 'unknown tool' : tool;
  try {
    const read = readArgs(args);
    if (read.kind === 'unreadable') return { kind: 'deny', rule, reason: read.reason };
    if (known === undefined || known.call === 'never') {
      const onViolation = known?.onViolation ?? compiled.onViolation;
      return { kind: 'never', rule, onViolation };
    }
    return ruleArgs(compiled.compiler, known.call, read.args);
  } catch {
    return { kind: 'deny', rule, reason: 'policy-failed' };
  }
}

const firstPlace: ReplyPlace = { charactersBefore: 0 };

interface Checked extends ReplyPlace {
  readonly texts: readonly string[];
}

/**
 * A denial of the gate after generation. Nothing that it fails on leaves, and nothing that it would
 * have to look through behind so much else of one reply.
 */
function checked(
  { postCheck }: CompiledPolicy,
  ruling: Ruling,
  { texts, charactersBefore }: Checked,
): Ruling {
  if (postCheck === undefined || ruling.kind === 'deny') return ruling;
  const characters = texts.reduce((sum, { length }) => sum + length, charactersBefore);
  if (characters > limits.postCheckReplyCharactersMax) {
    return { kind: 'deny', rule: 'postCheck', reason: 'forbidden-text' };
  }
  try {
    const rule = texts.map((text) => postCheck.finds(text)).find((each) => each !== undefined);
    return rule === undefined ? ruling : { kind: 'deny', rule, reason: 'forbidden-text' };
  } catch {
    return { kind: 'deny', rule: 'postCheck', reason: 'policy-failed' };
  }
}

function dutyOf({ source }: CompiledPolicy, label: Label): readonly string[] | undefined {
  const duties = Object.entries(source.lattice)
    .filter(([, kind]) => 'powerset' in kind && kind.separationOfDuty === true)
    .map(([name]) => name);
  const names = new Set<string>();
  for (const duty of duties) {
    const value = label.values[duty];
    if (!isPowersetValue(value) || value.kind === 'all') return undefined;
    for (const name of value.members) names.add(name);
  }
  return [...names].toSorted();
}

interface SeenResult extends ToolResult {
  /** What the rules say of the call. */
  readonly by?: string | undefined;
}

/**
 * The labelled contents of the results seen last, so that each is parsed once. A label depends on
 * the policy, the tool, what its rules say of the call, and the text alone; the texts seen first
 * are forgotten first.
 */
export class ResultMemo {
  /** By text, then by tool: a text may be long, so nothing is put before it to make a key. */
  readonly #known = new Map<string, Map<string, Content>>();
  #characters = 0;

  get({ tool, text, failed, by = '' }: SeenResult, make: () => Content): Content {
    const source = `${failed ? 'failed' : 'returned'} ${by} ${tool}`;
    const known = this.#known.get(text)?.get(source);
    if (known !== undefined) return known;
    const content = make();
    const sources = this.#known.get(text) ?? new Map<string, Content>();
    this.#known.set(text, sources.set(source, content));
    this.#characters += text.length + source.length;
    this.#forget();
    return content;
  }

  #forget(): void {
    for (const [text, sources] of this.#known) {
      if (this.#characters <= limits.contentCharactersMax) return;
      this.#known.delete(text);
      for (const source of sources.keys()) this.#characters -= text.length + source.length;
    }
  }
}
