import { limits } from '../../limits.ts';
import { withoutEscapes } from './escapes.ts';
import { stretchesIn } from './stretches.ts';

/** So many encodings, each inside another, are undone. */
const layersMax = 3;
const escapesMax = 3;

/** All layers together may be so many times as long as the text: three layers of base64 are 9. */
const growthMax = 12;

/**
 * The text, and what it says where escapes and encodings are undone, from the outside in;
 * `undefined` where that is too much to look through.
 */
export function layersOf(text: string): readonly string[] | undefined {
  if (text.length > limits.postCheckCharactersMax) return undefined;
  const leaves = leavesOf(text);
  const layers = leaves === undefined ? [text] : [text, leaves];
  let last = layers.join('\n');
  let rest = growthMax * Math.max(text.length, growthMax);
  for (let at = 0; at < layersMax; at += 1) {
    const plain = settled(last);
    const inner = stretchesIn(plain);
    const found = plain === last ? inner : [plain, ...inner];
    rest -= found.reduce((sum, each) => sum + each.length, 0);
    if (rest < 0) return undefined;
    layers.push(...found);
    if (inner.length === 0) break;
    last = inner.join('\n');
  }
  return layers;
}

/** One escape may stand inside another, in either order. */
function settled(text: string): string {
  let plain = text;
  for (let at = 0; at < escapesMax; at += 1) plain = withoutEscapes(plain);
  return plain;
}

/** The texts in a document of JSON, one right behind the other: a name in pieces is whole there. */
function leavesOf(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const texts: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
      return value;
    });
  } catch {
    return undefined;
  }
  return texts.join('');
}
