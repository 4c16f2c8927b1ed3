import { Content } from '../history/content.ts';
import { parseStructured } from '../history/structured.ts';
import type { CompiledPolicy } from './compile.ts';
import { labelDocument, type RulesByRegion } from './label-document.ts';
import { labelSpans } from './label-spans.ts';
import type { ToolResult } from './policy.ts';
import { raiseBySpans } from './raise-by-spans.ts';

/** A labelled result, with the rules that decided. */
export interface LabelledResult {
  readonly content: Content;
  readonly why: RulesByRegion;
  /** The text is not what the policy says that the tool returns. */
  readonly unreadable: boolean;
}

/**
 * Labels a result by the policy alone. A failed result, and one that is not the document that it
 * should be, is one region with every label that the tool's rules could have given, joined.
 */
export function labelResult(
  policy: CompiledPolicy,
  { tool, text, failed }: Pick<ToolResult, 'tool' | 'text' | 'failed'>,
): LabelledResult {
  const { space } = policy.compiler;
  const result = policy.tools.get(tool)?.result;
  if (result === undefined) {
    const content = Content.whole(space, text, policy.unlabelled);
    return { content, why: [[]], unreadable: false };
  }
  const unreadable = (): LabelledResult => ({
    content: Content.whole(space, text, result.fallback),
    why: [[]],
    unreadable: true,
  });
  if (failed) return unreadable();
  if (result.format === 'text') {
    return { ...labelSpans(space, text, result), unreadable: false };
  }
  const read = parseStructured(text, result.format);
  if (read.kind === 'document') {
    const labelled = labelDocument(policy.compiler, result, read.root);
    const document = labelled && { text, root: read.root, labelled };
    const raised = document && raiseBySpans(space, document, result.spans);
    if (raised === undefined) return unreadable();
    const { region, why } = raised;
    return { content: Content.of(space, text, region), why, unreadable: false };
  }
  // Under `auto` plain text is no mistake, but rules by path may have been meant to raise it.
  if (result.format !== 'auto' || result.rules.length > 0) return unreadable();
  return { ...labelSpans(space, text, result), unreadable: false };
}
