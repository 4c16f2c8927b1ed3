import { SluiceError } from '@sluice/core';

/** The bench brings charts and a tokenizer: who guards an agent need not install it. */
export async function neededBench<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (cause) {
    const isMissing = cause instanceof Error && cause.message.includes("'@sluice/research'");
    if (!isMissing) throw cause;
    throw new SluiceError('peer-missing', 'the bench is not installed', {
      hint: 'install `@sluice/research` beside `sluice`',
      cause,
    });
  }
}
