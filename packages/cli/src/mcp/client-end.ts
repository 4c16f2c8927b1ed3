import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, ReadBuffer } from '@modelcontextprotocol/client';
import { isRecord } from '@sluice/mcp';

/** The client that started this process: it speaks on standard input and output. */
export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Hears the messages of a client; `onEnd`: it has gone. */
export function hearClient(
  { input, output }: ClientStreams,
  { onMessage, onEnd }: { onMessage: (message: JSONRPCMessage) => void; onEnd: () => void },
): void {
  const buffer = new ReadBuffer();
  input.on('data', (chunk: Buffer) => {
    buffer.append(chunk);
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        onMessage(message);
      } catch {
        // A line that is no message is for nobody.
      }
    }
  });
  input.once('end', onEnd);
  output.once('error', onEnd);
}

export function tellClient({ output }: ClientStreams, message: unknown): void {
  output.write(`${JSON.stringify(message)}\n`);
}

/** The requests of a client that were passed on and have no answer yet. */
export class Unanswered {
  readonly #ids: Set<string | number> = new Set();

  sent(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) this.#ids.add(message.id);
  }

  delivered(message: unknown): void {
    const id = isRecord(message) && !('method' in message) ? message['id'] : undefined;
    if (typeof id === 'string' || typeof id === 'number') this.#ids.delete(id);
  }

  /** The gateway has gone: what is said in place of the answers. */
  end(): readonly JSONRPCMessage[] {
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids.map((id) => ({ jsonrpc: '2.0', id, error: { code: -32_001, message: gone } }));
  }
}

const gone = 'Sluice’s gateway has ended, so nothing passes. Restart this client.';
