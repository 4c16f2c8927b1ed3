import { isBody, listOf, textOf, type Body } from '../test/upstream/dialect.ts';
import { canariesIn, type Watch } from './watch.ts';

/**
 * Stops watching what a client says in its own name: text of a turn, of a description, of a result
 * of another tool. Results of the tool that holds it stay watched, and so do results of calls that
 * the gateway never gave this tenant and turns of an assistant, for these are nobody's word.
 */
export function releaseDisclosed(
  body: unknown,
  { watch, toolOf }: { watch: Watch; toolOf: (callId: string) => string | undefined },
): void {
  const disclosed = new Set<string>();
  const disclose = (value: unknown): void => {
    for (const text of canariesIn(JSON.stringify(value) ?? '')) disclosed.add(text);
  };
  const visitResult = (callId: string, result: Body, name?: string): void => {
    const tool = toolOf(callId) ?? name;
    if (tool === undefined) return;
    for (const canary of watch.in(JSON.stringify(result))) {
      if (canary.tool !== tool || isOutOfPlace(canary.text, result)) disclosed.add(canary.text);
    }
  };
  /** Gemini's: a result without an id we know is that of the call with its name. */
  const visitContent = (content: Body): void => {
    if (content['role'] === 'model') return;
    for (const part of listOf(content['parts'])) {
      const { functionResponse: result } = part;
      if (!isBody(result)) disclose(part);
      else visitResult(textOf(result, 'id'), result, textOf(result, 'name'));
    }
    disclose({ ...content, parts: [] });
  };
  const visitItem = (item: Body): void => {
    if (item['role'] === 'assistant' || item['type'] === 'function_call') return;
    if (Array.isArray(item['parts'])) return visitContent(item);
    if (item['role'] === 'tool') return visitResult(textOf(item, 'tool_call_id'), item);
    if (item['type'] === 'function_call_output') return visitResult(textOf(item, 'call_id'), item);
    const blocks = listOf(item['content']);
    for (const block of blocks) {
      if (block['type'] === 'tool_result') visitResult(textOf(block, 'tool_use_id'), block);
      else disclose(block);
    }
    disclose(blocks.length > 0 ? { ...item, content: [] } : item);
  };
  const visitAny = (item: unknown): void => {
    if (isBody(item)) visitItem(item);
    else disclose(item);
  };
  if (!isBody(body)) return disclose(body);
  for (const [name, value] of Object.entries(body)) {
    if (!transcripts.has(name)) disclose(value);
    else for (const item of Array.isArray(value) ? value : [value]) visitAny(item);
  }
  for (const text of disclosed) watch.release(text);
}

/** The fields in which protocols have their transcripts. */
const transcripts: ReadonlySet<string> = new Set(['messages', 'input', 'contents']);

/** In records, the policy takes names for public: there a secret is out of its place. */
function isOutOfPlace(canary: string, result: Body): boolean {
  return JSON.stringify(result).replaceAll('\\', '').includes(`"name":"${canary}`);
}
