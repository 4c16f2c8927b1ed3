import { Composer, type LineCounter, Parser, YAMLParseError } from 'yaml';
import type { Document } from 'yaml';
import { tokensWithDepth } from '../../history/yaml/yaml-tokens.ts';
import { limits } from '../../limits.ts';

export type YamlText =
  | { readonly kind: 'document'; readonly document: Document }
  /** A value at this offset lies too deep. */
  | { readonly kind: 'too-deep'; readonly offset: number };

/**
 * Parses one YAML document, with the mistakes in it. Its depth is bounded before the library
 * composes it, which it does by recursion.
 */
export function parseYamlText(text: string, lines: LineCounter): YamlText {
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  for (const { token, depth } of tokensWithDepth(tokens)) {
    if (depth > limits.structuredDepthMax) return { kind: 'too-deep', offset: token.offset };
  }
  const options = { uniqueKeys: true, merge: false, prettyErrors: false };
  const [document, second] = new Composer(options).compose(tokens, true, text.length);
  if (document === undefined) throw new Error('the YAML library gives every text a document');
  if (second !== undefined) {
    const [start, end] = second.range;
    const message = 'Source contains multiple documents';
    document.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', message));
  }
  return { kind: 'document', document };
}
