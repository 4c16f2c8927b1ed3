import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadPolicy } from '@sluice/core';
import { guard } from '@sluice/core/adapters/ai-sdk';
import { generateText } from 'ai';
import { model, tools } from '../../examples/support/ai-sdk-mail.ts';
import { clientKey, gatewayBefore, gullible } from '../../examples/support/gateway-scene.ts';
import { chatDialect } from '../../packages/gateway/test/upstream/chat.ts';
import { startUpstream } from '../../packages/gateway/test/upstream/upstream.ts';
import { root } from '../../test/support/modules.ts';
import { filesEntered } from './entered.ts';

const parameters = { type: 'object', properties: {} };
const read = { type: 'function', function: { name: 'read_mail', parameters } };

/** One request of Chat Completions that gets a tool call back, in a conversation of its own. */
export async function gatewayRequest(): Promise<readonly string[]> {
  const provider = await startUpstream({ dialects: [chatDialect] });
  provider.play(gullible);
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-house-'));
  const gateway = await gatewayBefore(provider, folder);
  try {
    const key = await clientKey(gateway);
    const request = async (): Promise<void> => {
      const messages = [{ role: 'user', content: `What does my newest mail say? ${randomUUID()}` }];
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-5-mini', messages, tools: [read] }),
      });
      const text = await response.text();
      if (!response.ok || !text.includes('read_mail')) throw new Error(`no call came: ${text}`);
    };
    await request();
    return await filesEntered(request);
  } finally {
    await gateway.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One message of a user to a guarded agent of the AI SDK: one step, which makes a call. */
export async function guardedMessage(): Promise<readonly string[]> {
  const text = readFileSync(path.join(root, 'examples/sluice.yaml'), 'utf8');
  const policy = await loadPolicy(text);
  const guarded = guard({ model, tools, policy, approver: 'top' });
  const other = guard({ model, tools, policy, approver: 'top' });
  await generateText({ ...other, prompt: 'What does my newest mail say?' });
  return filesEntered(() => generateText({ ...guarded, prompt: 'What does my newest mail say?' }));
}
