import { SluiceError } from '@sluice/core';

/** Local models bring readers of weights and archives: whoever needs none installs none. */
export async function neededLocal<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (cause) {
    const isMissing = cause instanceof Error && cause.message.includes("'@sluice/local'");
    if (!isMissing) throw cause;
    throw new SluiceError('peer-missing', 'local models are not installed', {
      hint: 'install `@sluice/local` beside `sluice`: `npm install @sluice/local`',
      cause,
    });
  }
}
