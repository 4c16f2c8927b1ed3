import { useEffect, useState } from 'preact/hooks';
import { send } from './client.ts';

/** How the page hears of changes. */
export interface Live {
  /** Grows with each change. */
  readonly changes: number;
  readonly isConnected: boolean;
}

const firstWaitMs = 500;
const waitMsMax = 15_000;

/** Listens for changes, and goes on listening after a break. `onOut`: the session has ended. */
export function useLive(onOut: () => void): Live {
  const [live, setLive] = useState<Live>({ changes: 0, isConnected: true });
  useEffect(() => {
    const controller = new AbortController();
    const listener = {
      onChange: () => setLive(({ changes }) => ({ changes: changes + 1, isConnected: true })),
      onBreak: () => setLive(({ changes }) => ({ changes, isConnected: false })),
      onOut,
    };
    void listen(listener, controller.signal);
    return () => controller.abort();
  }, [onOut]);
  return live;
}

interface Listener {
  readonly onChange: () => void;
  readonly onBreak: () => void;
  readonly onOut: () => void;
}

async function listen(listener: Listener, signal: AbortSignal): Promise<void> {
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    try {
      const response = await send('/live', { signal });
      if (response.status === 401) return listener.onOut();
      if (response.ok) waitMs = firstWaitMs;
      await readAll(response, listener.onChange);
    } catch {
      // The gateway has gone: it is asked for until it is there again.
    }
    if (signal.aborted) return;
    listener.onBreak();
    await pause(waitMs);
    waitMs = Math.min(waitMs * 2, waitMsMax);
  }
}

/** A stream of events, of which there is one: that something changed. */
async function readAll(response: Response, onChange: () => void): Promise<void> {
  if (!response.ok || response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    if (blocks.some((block) => block.startsWith('event: changed'))) onChange();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
