import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatResult } from '@langchain/core/outputs';
import { MiddlewareError, type WrapModelCallHandler } from 'langchain';
import { SluiceError } from '../../errors.ts';

type Request = Parameters<WrapModelCallHandler>[0];

/**
 * Throws `tools-invalid` where middleware that wraps model calls stands behind the guard: it would
 * see what the guard hides, so the guard asks the model itself, and that middleware would never
 * run. Whoever stands there is seen by what comes back from a model that only fails.
 */
export async function checkBehind(
  request: Request,
  handler: (request: Request) => unknown,
): Promise<void> {
  const probe = { ...request, model: new FailingModel(), messages: [], tools: [] };
  const name = await nameBehind(async () => handler(probe));
  if (name === undefined) return;
  throw new SluiceError('tools-invalid', `${name} stands behind the guard and would never run`, {
    hint: 'put the guard last: `middleware: [other, guard({ policy, approver })]`',
  });
}

async function nameBehind(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return 'middleware that answers for the model';
  } catch (error) {
    // LangChain wraps what comes through middleware, and calls what is no error by its name.
    if (!MiddlewareError.isInstance(error)) return undefined;
    const [, name] = /^(.+)Error$/.exec(error.name) ?? [];
    return name === undefined ? 'middleware' : `middleware \`${name}\``;
  }
}

class FailingModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'failing';
  }

  override bindTools(): this {
    return this;
  }

  override invoke(): Promise<never> {
    // No error, so that LangChain calls it by the name of what stands behind: see `nameBehind`.
    return Promise.reject('no model is asked');
  }

  override _generate(): Promise<ChatResult> {
    return this.invoke();
  }
}
