import { SluiceError } from '@sluice/core';

/** Local models bring readers of weights and archives: whoever needs none installs none. */
export async function neededLm<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (cause) {
    const isMissing = cause instanceof Error && cause.message.includes("'@sluice/lm'");
    if (!isMissing) throw cause;
    throw new SluiceError('peer-missing', 'local models are not installed', {
      hint: 'install `@sluice/lm` beside `sluice`: `npm install @sluice/lm`',
      cause,
    });
  }
}
