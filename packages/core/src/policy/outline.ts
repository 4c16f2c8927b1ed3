import { reasonIn } from './lint/lint-judgements.ts';
import { judgedIn } from './lint/lint-roles.ts';
import { compiledPartsOf } from './load.ts';
import type { OnViolation, Policy } from './policy.ts';
import type { ToolSource } from './source.ts';

/** The names of all that a policy says of a tool, as decisions and explanations give them. */
export interface ToolOutline {
  readonly tool: string;
  /** The action for a call above its ceiling, where no rule says it. */
  readonly onViolation: OnViolation;
  /** Rules of its calls, without the base ceiling. */
  readonly callRules: readonly string[];
  /** Rules of its results, each once however many paths it has. */
  readonly resultRules: readonly string[];
  /** The reason that stands at its result as a whole: somebody's word for the label. */
  readonly resultBecause: string | undefined;
  /** Arguments that only say something, each with the reason why nothing acts on it. */
  readonly data: ReadonlyMap<string, string | undefined>;
  /** Paths of arguments with limits of their own, such as `$['amount']`. */
  readonly limits: readonly string[];
}

/** All tools of a policy, in its order. Throws `policy-invalid` for a policy made elsewhere. */
export function outlineOf(policy: Policy): readonly ToolOutline[] {
  const { tools, source } = compiledPartsOf(policy);
  return [...tools].map(([tool, { call, result, onViolation }]) => ({
    tool,
    onViolation,
    callRules: call === 'never' ? [] : call.rules.map(({ name }) => name),
    resultRules: [...new Set((result?.rules ?? []).map(({ name }) => name))],
    resultBecause: reasonIn(source.tools[tool]?.result?.because),
    data: judgedData(source.tools[tool]?.call),
    limits: call === 'never' ? [] : call.arguments.map(({ path }) => path.text),
  }));
}

function judgedData(call: ToolSource['call']): ToolOutline['data'] {
  const data = typeof call === 'object' ? (call.data ?? {}) : {};
  return new Map(Object.entries(data).map(([name, said]) => [name, judgedIn(said)]));
}
