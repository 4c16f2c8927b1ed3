import { createParser } from 'eventsource-parser';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import { JsonScan } from '../protocol/shared/json-scan.ts';
import { isLarge } from '../protocol/shared/pace.ts';
import { tooLarge } from './reply-bounds.ts';

interface ServerEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** The events of a stream until it ends or breaks: what has not come is not made up. */
export async function* events(
  chunks: AsyncIterable<Uint8Array>,
  room: () => Promise<void>,
): AsyncGenerator<ServerEvent> {
  const waiting: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void waiting.push({ event, data }),
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  /** Since the last event. */
  let open = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      // The reader knows that it has not seen the end.
      if (bytes > limits.upstreamStreamBytesMax) return;
      open += chunk.byteLength;
      if (open > limits.upstreamBytesMax) break;
      if (isLarge(open)) await room();
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (waiting.length > 0) open = 0;
      yield* waiting.splice(0);
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    // The connection broke: the reader knows that it has not seen the end.
  }
  if (open > limits.upstreamBytesMax) throw tooLarge();
}

/** Short ones cannot: most events of a stream are some letters. */
export function holdsTooMuch(data: string): boolean {
  if (data.length <= limits.bodyNodesMax) return false;
  const bounds = { depthMax: limits.bodyDepthMax, nodesMax: limits.bodyNodesMax };
  return new JsonScan(bounds).add(Buffer.from(data)).past !== undefined;
}
