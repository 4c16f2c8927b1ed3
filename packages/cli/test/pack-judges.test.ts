import { describe, expect, test } from 'vitest';
import { judgesOf } from '../packs/judges.ts';
import { readPacks, type Pack } from '../src/init/packs.ts';

const packs = readPacks();

function packOf(name: string, change: (text: string) => string = (text) => text): Pack {
  const found = packs.find((pack) => pack.name === name);
  if (found === undefined) throw new Error(`no pack ${name}`);
  return { ...found, text: change(found.text) };
}

const read = { tool: 'read_file', args: {}, text: 'a secret', failed: false };

describe('packs are judged in both dimensions', () => {
  test('what only the holder may read leaves by no way, and strangers’ text is untrusted', async () => {
    const { pack } = await judgesOf(packOf('filesystem'), packs);
    const label = pack.labelAt(read, 0);
    expect([pack.isTrusted(label), pack.waysOut(label)]).toEqual([false, []]);
  });

  test('a pack that says of it that everybody may read it is found out', async () => {
    const everyone = (text: string): string =>
      text.replaceAll('untrusted & readers{@holder}', 'untrusted & everyone');
    const { pack } = await judgesOf(packOf('filesystem', everyone), packs);
    const label = pack.labelAt(read, 0);
    // By its integrity alone it could not stand in a call or a link.
    expect(pack.isTrusted(label)).toBe(false);
    expect(pack.waysOut(label)).toEqual([
      'a fetched address',
      'a mail to a stranger',
      'a link in the answer',
    ]);
  });

  test('a pack that lets it go to one stranger is found out', async () => {
    const eve = (text: string): string =>
      text.replaceAll('readers{@holder}', 'readers{@holder, eve@evil.example}');
    const { pack } = await judgesOf(packOf('filesystem', eve), packs);
    expect(pack.waysOut(pack.labelAt(read, 0))).toEqual(['a mail to a stranger']);
  });

  test('the control lets everything by', async () => {
    const { control } = await judgesOf(packOf('filesystem'), packs);
    const label = control.labelAt(read, 0);
    expect([control.isTrusted(label), control.waysOut(label).length]).toEqual([true, 3]);
  });
});
