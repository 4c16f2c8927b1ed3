import { SluiceError, type PlainTool } from '@sluice/core';
import { callClosing, callOpening } from './call-text.ts';
import { jsonRules, quoted } from './gbnf.ts';
import { JsonGrammar } from './json-grammar.ts';
import { llamaLimits } from '../llama-limits.ts';

export interface ReplyShape {
  readonly tools: readonly PlainTool[];
  /** Nothing but one call of this tool. */
  readonly mustCall?: string | undefined;
}

/**
 * The grammar of a reply: an answer, or calls of declared tools with arguments of their schemas,
 * one a line. An answer does not begin with a brace or a blank, so the first character tells the
 * two apart. `undefined` where any text will do. Throws `tools-invalid`.
 */
export function replyGrammar({ tools, mustCall }: ReplyShape): string | undefined {
  const callable = tools.filter(({ name }) => mustCall === undefined || name === mustCall);
  if (callable.length === 0 && mustCall === undefined) return undefined;
  if (callable.length === 0) {
    throw new SluiceError('tools-invalid', `\`${mustCall}\` must be called, and is not declared`, {
      hint: 'declare the tool in the view',
    });
  }
  const schemas = callable.map(({ name, parameters }, index) => {
    const grammar = new JsonGrammar({ tool: name, schema: parameters, prefix: `t${index}` });
    const call = `${quoted(callOpening(name))} ${grammar.arguments()} ${quoted(callClosing)}`;
    return { call, rules: grammar.rules };
  });
  const more = llamaLimits.callsPerReplyMax - 1;
  const root =
    mustCall === undefined ? String.raw`(call ("\n" call){0,${more}} | answer)?` : 'call';
  return [
    `root ::= ${root}`,
    String.raw`answer ::= [^{ \t\r\n] [^\x00]*`,
    `call ::= ${schemas.map(({ call }) => call).join(' | ')}`,
    ...schemas.flatMap(({ rules }) => rules),
    ...jsonRules,
  ].join('\n');
}
