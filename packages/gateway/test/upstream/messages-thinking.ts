import { createHmac } from 'node:crypto';
import { isBody, listOf, type Body } from './dialect.ts';

/** Blocks of reasoning, and the rules under which Anthropic takes them back. */

/** True if the model behind the request thinks. Without a word about it, it does not. */
export function thinks({ thinking }: Body): boolean {
  return isBody(thinking) && (thinking['type'] === 'enabled' || thinking['type'] === 'adaptive');
}

/** A block of reasoning, bound to all that the request holds. */
export function signed(reasoning: string, body: Body): Body {
  const prefix = prefixOf(body, merged(listOf(body['messages'])));
  const redacted = /^redacted:(.*)$/s.exec(reasoning)?.[1];
  if (redacted !== undefined) {
    return { type: 'redacted_thinking', data: `${redacted}.${signature(redacted, prefix)}` };
  }
  return { type: 'thinking', thinking: reasoning, signature: signature(reasoning, prefix) };
}

/** Why the blocks of reasoning in a request are refused. */
export function thinkingRefusal(body: Body): string | undefined {
  const turns = merged(listOf(body['messages']));
  return (
    configRefusal(body) ??
    signatureRefusal(body, turns) ??
    loopRefusal(
      body,
      turns.filter(({ role }) => role !== 'system'),
    )
  );
}

function configRefusal(body: Body): string | undefined {
  const { thinking, max_tokens: length, tool_choice: choice, temperature } = body;
  if (thinking === undefined) return undefined;
  if (!isBody(thinking)) return 'thinking: Input should be an object';
  if (thinking['type'] !== 'enabled') return undefined;
  const budget = Number(thinking['budget_tokens']);
  if (!(budget >= 1024)) return 'thinking.enabled.budget_tokens: must be at least 1024';
  if (length !== undefined && budget >= Number(length)) {
    return '`max_tokens` must be greater than `thinking.budget_tokens`';
  }
  const chosen = isBody(choice) ? choice['type'] : 'auto';
  if (chosen === 'any' || chosen === 'tool') {
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  }
  if (temperature !== undefined && temperature !== 1) {
    return '`temperature` may only be set to 1 when thinking is enabled';
  }
  return undefined;
}

function signatureRefusal(body: Body, turns: readonly Body[]): string | undefined {
  for (const [at, turn] of turns.entries()) {
    const blocks = listOf(turn['content']);
    for (const [index, block] of blocks.entries()) {
      if (!isReasoning(block)) continue;
      const before = { ...turn, content: blocks.slice(0, index) };
      const prefix = prefixOf(body, [...turns.slice(0, at), ...(index === 0 ? [] : [before])]);
      if (!isSigned(block, prefix)) {
        return `messages.${at}.content.${index}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`;
      }
    }
    if (blocks.length > 0 && blocks.every(isReasoning)) {
      return `messages.${at}: The final block in an assistant message cannot be \`thinking\`.`;
    }
  }
  return undefined;
}

/**
 * A loop of calls and results is one answer: with manual thinking it must begin with reasoning,
 * and without thinking it must hold none.
 */
function loopRefusal(body: Body, turns: readonly Body[]): string | undefined {
  const loop: Body[] = [];
  for (let at = turns.length - 1; at > 0 && isResults(turns[at]); at -= 2) {
    loop.unshift(turns[at - 1] ?? {});
  }
  const [first] = loop;
  if (first === undefined) return undefined;
  const begin = listOf(first['content'])[0];
  if (isManual(body) && (begin === undefined || !isReasoning(begin))) {
    return `Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(begin?.['type'])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`;
  }
  const hasReasoning = loop.some(({ content }) => listOf(content).some(isReasoning));
  if (!thinks(body) && hasReasoning) {
    return 'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.';
  }
  return undefined;
}

function isManual({ thinking }: Body): boolean {
  return isBody(thinking) && thinking['type'] === 'enabled';
}

function isResults(turn: Body | undefined): boolean {
  return listOf(turn?.['content']).some(({ type }) => type === 'tool_result');
}

function isReasoning({ type }: Body): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function isSigned({ type, thinking, signature: given, data }: Body, prefix: string): boolean {
  if (type === 'thinking') return given === signature(String(thinking), prefix);
  const at = String(data).lastIndexOf('.');
  const redacted = String(data).slice(0, at);
  return data === `${redacted}.${signature(redacted, prefix)}`;
}

function signature(reasoning: string, prefix: string): string {
  return createHmac('sha256', 'scripted').update(`${reasoning}\n${prefix}`).digest('base64');
}

/** The request that a block is bound to; cache markers do not count. */
function prefixOf({ system, tools }: Body, turns: readonly Body[]): string {
  return JSON.stringify([system ?? null, tools ?? null, turns], (name, value: unknown) =>
    name === 'cache_control' ? undefined : value,
  );
}

/** Turns of one side in a row are one; a string is one block of text. */
export function merged(messages: readonly Body[]): readonly Body[] {
  const turns: { role: unknown; content: Body[] }[] = [];
  for (const { role, content } of messages) {
    const blocks =
      typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    const last = turns.at(-1);
    if (last !== undefined && last.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  }
  return turns;
}
