import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../test/support/modules.ts';

/**
 * Files of `packages/*\/src` in which a function runs while `action` does, by V8's coverage. Loading a
 * module does not count, so warm the action up first.
 */
export async function filesEntered(action: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await action();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) => functions.some(ranByName))
      .flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []))
      .map((file) => path.relative(root, file).replaceAll('\\', '/'))
      .filter((file) => /^(?:packages\/[^/]+|research)\/src\//.test(file));
  } finally {
    session.disconnect();
  }
}

/** The function of the module itself starts at 0: it runs when the module loads. */
function ranByName({
  ranges,
}: {
  ranges: readonly { startOffset: number; count: number }[];
}): boolean {
  const [whole] = ranges;
  return whole !== undefined && whole.startOffset > 0 && whole.count > 0;
}
