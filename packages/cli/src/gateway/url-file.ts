import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { named, urlFile } from '../operator/api/where.ts';

/**
 * Writes where a gateway listens beside its keys, for the commands of operators; gives what takes
 * it away. Only one gateway has this folder's database.
 */
export function tellUrl(url: string, database: string): () => void {
  const file = path.join(path.dirname(database), path.basename(urlFile));
  const { protocol, hostname, port } = new URL(url);
  const host = named(hostname.replaceAll(/[[\]]/g, ''));
  writeFileSync(file, `${protocol}//${host}${port === '' ? '' : `:${port}`}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
