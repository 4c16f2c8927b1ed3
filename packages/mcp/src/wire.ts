import type { Transport } from '@modelcontextprotocol/client';
import type { Message } from './message.ts';

/**
 * Says who hears what comes over a transport. To be called before it starts. Who hears it says
 * itself what failed, to whoever waits for it.
 */
export function hear(
  transport: Transport,
  on: { readonly message: (message: Message) => Promise<void>; readonly close: () => void },
): void {
  Object.assign(transport, {
    onmessage: (message: Message): void => void on.message(message).catch(() => {}),
    onclose: on.close,
  });
}
