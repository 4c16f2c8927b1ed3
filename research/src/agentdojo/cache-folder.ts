import { homedir } from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Where things are kept that can be made again: `SLUICE_CACHE`, else `sluice` in the platform's
 * cache folder. An empty variable counts as none.
 */
export function cacheFolder(env: Env = process.env, platform: string = process.platform): string {
  const own = env['SLUICE_CACHE'];
  return own ? path.resolve(own) : path.join(platformCache(env, platform), 'sluice');
}

function platformCache(env: Env, platform: string): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || path.join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
}
