import type { Region } from '../src/spec/world.ts';
import type { Mask } from './lattices.ts';

/** A token opens a region, ends one, or stands between. */
const tokens = /\{[A-Z][qt]|[{}]|[^{}]+/gsu;

interface Open {
  readonly region: Region<Mask>;
  readonly body: (string | Region<Mask>)[];
}

/**
 * The regions of a labelled text (`print`), read here once more and otherwise than for the engine:
 * piece by piece, with a pile of what is open. One region at the top where that comes out uneven;
 * several texts in a row stand side by side.
 */
export function specRegion(text: string, pool: readonly Mask[], top: Mask): Region<Mask> {
  const unreadable: Region<Mask> = { label: top, quoted: false, body: [text] };
  const around: Open = { region: unreadable, body: [] };
  const open = [around];
  for (const token of text.match(tokens) ?? []) {
    const inner = open.at(-1);
    if (inner === undefined || token === '{') return unreadable;
    if (token.startsWith('{')) {
      const label = pool[token.charCodeAt(1) - 'A'.charCodeAt(0)];
      if (label === undefined) return unreadable;
      const body = [token];
      open.push({ region: { label, quoted: token.endsWith('q'), body }, body });
    } else if (token === '}') {
      inner.body.push(token);
      open.pop();
      open.at(-1)?.body.push(inner.region);
    } else inner.body.push(token);
  }
  const [root, ...more] = around.body;
  const isText = around.body.some((piece) => typeof piece === 'string');
  if (root === undefined || isText || open.length > 1) return unreadable;
  if (more.length > 0) return { label: 0, quoted: false, body: around.body };
  return typeof root === 'string' ? unreadable : root;
}
