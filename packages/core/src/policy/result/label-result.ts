import { Content } from '../../history/content.ts';
import {
  parseStructured,
  type DocumentNode,
  type UnreadableReason,
} from '../../history/structured.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import type { CompiledResult } from '../compile/compile-result.ts';
import { isOfWhole, judgeArguments, labelOfText, resultBy } from './by-arguments.ts';
import { labelDocument, type RulesByRegion } from './label-document.ts';
import { labelSpans } from './label-spans.ts';
import type { ToolResult } from '../policy.ts';
import { raiseBySpans } from './raise-by-spans.ts';

/** A labelled result, with the rules that decided. */
export interface LabelledResult {
  readonly content: Content;
  readonly why: RulesByRegion;
  /** The text is not what the policy says that the tool returns. */
  readonly unreadable: boolean;
}

/**
 * Labels a result by the policy alone. A failure is one region with its own label. One that is not
 * what it should be is one region with every label that the tool's rules could have given, joined;
 * where it is not even of the kind, it may be a failure that was not said to be one.
 */
export function labelResult(
  policy: CompiledPolicy,
  { tool, text, failed, args }: ToolResult,
): LabelledResult {
  const { space } = policy.compiler;
  const rules = policy.tools.get(tool)?.result;
  if (rules === undefined) {
    const content = Content.whole(space, text, policy.unlabelled);
    return { content, why: [[]], unreadable: false };
  }
  const result = resultBy(space, rules, judgeArguments(rules, args));
  const whole = (label: Label): LabelledResult => {
    return { content: Content.whole(space, text, label), why: [[]], unreadable: true };
  };
  const unreadable = (): LabelledResult => whole(result.fallback);
  if (failed) return whole(result.failed);
  if (result.format === 'text') {
    if (!result.isPlain(text)) return whole(result.unlike);
    return labelText(space, text, result);
  }
  const read = parseStructured(text, result.format);
  if (read.kind === 'document') {
    return labelStructured(policy, result, { text, root: read.root }) ?? unreadable();
  }
  if (read.because === 'syntax' && !result.isPlain(text)) return whole(result.unlike);
  // Under `auto` plain text is no mistake, but rules by path may have been meant to raise it.
  const isUnread = result.spans.length > 0 && mayHideSpans(text, read.because);
  const isByPath = result.rules.some((rule) => rule.args.length === 0 || !isOfWhole(rule));
  if (result.format !== 'auto' || isByPath || isUnread) return unreadable();
  return labelText(space, text, result);
}

function labelText(space: LabelSpace, text: string, result: CompiledResult): LabelledResult {
  const { label, names } = labelOfText(space, result);
  const { content, why } = labelSpans(space, text, { ...result, label });
  // What no span decides is decided by the rules on the whole, if there are any.
  const reasons = why.map((spans) => (spans.length === 0 ? names : spans));
  return { content, why: reasons, unreadable: false };
}

/**
 * True for a document that was not read, for nobody sees which spans its escapes hide. Plain text
 * often looks like YAML with a mistake in it (a heading is a comment, a name that speaks twice is a
 * key): without an escape in quotes it hides nothing.
 */
function mayHideSpans(text: string, because: UnreadableReason): boolean {
  if (because === 'syntax' || because === 'not-a-container') return false;
  if (because === 'too-large' || because === 'too-deep') return true;
  const json = parseStructured(text, 'json');
  return (json.kind === 'unreadable' && json.because !== 'syntax') || /"[^"]*\\/.test(text);
}

/** `undefined` where the text is too much for the patterns, or matched by too many rules. */
function labelStructured(
  { compiler }: CompiledPolicy,
  result: CompiledResult,
  { text, root }: { readonly text: string; readonly root: DocumentNode },
): LabelledResult | undefined {
  const raise = raiseBySpans(compiler.space, { text, root }, result.spans);
  if (raise === undefined) return undefined;
  const document = { text, root, raise };
  const content = labelDocument(compiler, result, { document });
  if (content === undefined) return undefined;
  return {
    content,
    unreadable: false,
    /** Asked for by explanations alone. */
    get why() {
      const why: (readonly string[])[] = [];
      labelDocument(compiler, result, { document, note: (rules) => void why.push(rules) });
      return why;
    },
  };
}
