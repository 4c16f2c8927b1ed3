import { withTexts } from '../../src/defence/chat-body.ts';
import { startCountingProxy, type Change } from '../../src/defence/counting-proxy.ts';
import type { Defence } from '../../src/defence/defence.ts';

// #region readme
/** Each line of a tool's result begins as a quotation does. */
const quoted: Change = (body) => ({
  ...body,
  messages: body.messages.map((message) => {
    if (message.role !== 'tool') return message;
    return { ...message, content: withTexts(message.content, quote) };
  }),
});

const quote = (text: string): string => text.replaceAll(/^/gm, '> ');

/** It changes what the model is shown, and passes the rest on; the proxy counts what it costs. */
export const quoting: Defence = {
  name: 'quoting',
  start: (around) => startCountingProxy(around, quoted),
};
// #endregion
