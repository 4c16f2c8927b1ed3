import { isBody, textOf, type Body } from '../../test/upstream/dialect.ts';

/** The blocks of a stream of Messages. Throws what the stream says went wrong. */
export function readReply(stream: string): readonly Body[] {
  const blocks: Block[] = [];
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: ')) continue;
    const event: unknown = JSON.parse(line.slice('data: '.length));
    if (isBody(event)) take(event, blocks);
  }
  return blocks.map(({ start, text, json }) => {
    if (start['type'] === 'text') return { type: 'text', text };
    if (start['type'] !== 'tool_use') return start;
    const input: unknown = json === '' ? {} : JSON.parse(json);
    return { type: 'tool_use', id: start['id'], name: start['name'], input };
  });
}

interface Block {
  readonly start: Body;
  text: string;
  json: string;
}

function take(event: Body, blocks: Block[]): void {
  const { type, content_block: start, delta, error } = event;
  if (type === 'error') throw new Error(`the stream ended: ${JSON.stringify(error)}`);
  if (type === 'content_block_start' && isBody(start)) {
    blocks.push({ start, text: textOf(start, 'text'), json: '' });
  }
  const block = blocks.at(-1);
  if (type !== 'content_block_delta' || !isBody(delta) || block === undefined) return;
  block.text += textOf(delta, 'text');
  block.json += textOf(delta, 'partial_json');
}
