// #region readme
import { openGguf, pull, type OwnWeights } from '@sluice/local';

/** Fetches weights of one's own, if they are not there, and says what they were trained on. */
export async function tokensOf(own: OwnWeights, signal: AbortSignal): Promise<unknown> {
  const path = await pull(own, {
    signal,
    onProgress: ({ phase, bytes, of }) => console.error(phase, bytes, of),
  });
  const file = openGguf(path);
  file.close();
  return file.metadata.get('llama.context_length')?.value;
}
// #endregion
