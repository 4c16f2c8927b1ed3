import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, ReadBuffer } from '@modelcontextprotocol/client';

/** The client that started this process: it speaks on standard input and output. */
export interface ClientEnd {
  readonly send: (message: unknown) => void;
}

export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Hears the messages of a client; `onEnd`: it has gone. */
export function clientEnd(
  { input, output }: ClientStreams,
  { onMessage, onEnd }: { onMessage: (message: JSONRPCMessage) => void; onEnd: () => void },
): ClientEnd {
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
  return {
    send: (message) => {
      if (message !== undefined) output.write(`${JSON.stringify(message)}\n`);
    },
  };
}

/** In place of an answer, where the gateway has gone; `undefined`: nobody waits for one. */
export function withoutGateway(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!('method' in message) || !('id' in message)) return undefined;
  const text = 'Sluice’s gateway has ended, so nothing passes. Restart this client.';
  return { jsonrpc: '2.0', id: message.id, error: { code: -32_001, message: text } };
}
