import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, ReadBuffer } from '@modelcontextprotocol/client';
import { isRecord, mcpLimits } from '@sluice/mcp';

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
  const buffer = new ReadBuffer({ maxBufferSize: mcpLimits.messageBytesMax });
  input.on('data', (chunk: Buffer) => {
    try {
      buffer.append(chunk);
    } catch {
      // Nothing tells where its next message begins.
      return onEnd();
    }
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

/** An answer too large for a client would end it: it is told what to do instead. */
export function tellClient({ output }: ClientStreams, message: unknown): void {
  const line = `${JSON.stringify(message)}\n`;
  const isLarge = Buffer.byteLength(line) > mcpLimits.clientMessageBytesMax;
  output.write(isLarge ? `${JSON.stringify(tooLarge(message))}\n` : line);
}

function tooLarge(message: unknown): object {
  const id = isRecord(message) ? message['id'] : undefined;
  const error = {
    code: -32_001,
    message:
      'Sluice: the answer is larger than clients read (10 MB), so it is not given out. If it was a ' +
      'call, it was made. Ask for less: a page, a range of lines, fewer files.',
  };
  return { jsonrpc: '2.0', id, error };
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
