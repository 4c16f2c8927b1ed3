import { expect, test } from 'vitest';
import { Monitor } from '../../monitor/monitor.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { definePolicy } from '../../policy/load.ts';
import { lineage } from '../../propagate/lineage.ts';
import { proves } from '../../testing/proves.ts';
import type { PlainPart } from '../../history/plain.ts';
import type { ToolOutput } from '../tool.ts';

const policy = await definePolicy({
  version: 1,
  lattice: { secrecy: { chain: ['open', 'secret'] } },
  onViolation: 'block',
  answer: { ceiling: 'top' },
  tools: {
    look: {
      description: 'trusted',
      call: { ceiling: 'secret' },
      result: { format: 'text', label: 'open' },
    },
  },
});

/** The views that the model sees, and the last one, where it calls the tool so many times. */
async function shown(
  calls: number,
  execute: (seen: readonly string[]) => ToolOutput,
): Promise<{ readonly seen: readonly string[]; readonly parts: readonly PlainPart[] }> {
  const seen: string[] = [];
  let parts: readonly PlainPart[] = [];
  const monitor = new Monitor({
    policy,
    model: scriptedModel(({ view }) => {
      seen.push(JSON.stringify(view.messages));
      const last = view.messages.at(-1);
      if (last?.role === 'tool') ({ parts } = last);
      return seen.length <= calls ? { calls: [{ tool: 'look', args: {} }] } : 'done';
    }),
    propagator: lineage(),
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        parameters: { type: 'object' },
        execute: () => execute(seen),
      },
    ],
  });
  await monitor.turn('Look.');
  return { seen, parts };
}

const png = { kind: 'opaque', mediaType: 'image/png' } as const;

proves('tool/result-kept', async () => {
  const image = { url: 'first' };
  const { seen } = await shown(2, (before) => {
    if (before.length > 1) image.url = 'what the tool learned afterwards';
    return before.length > 1 ? 'looked' : { parts: [{ ...png, data: image }] };
  });
  expect(seen.at(-1)).toContain('first');
  expect(seen.join('')).not.toContain('afterwards');
});

proves('tool/result-kept', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(2));
  const { parts } = await shown(1, () => ({ parts: [{ ...png, data: shared }] }));
  shared.fill(7);
  expect(parts).toEqual([{ ...png, data: new Uint8Array(2) }]);
});

/** Text as a library may give it: by getters, with methods. */
class Written {
  get kind(): 'text' {
    return 'text';
  }
  get text(): string {
    return 'written';
  }
  dispose(): void {}
}

test.each([
  ['a URL', { parts: [{ ...png, data: new URL('https://a.example/a.png') }] }, undefined],
  ['bytes of a larger buffer', { parts: [{ ...png, data: Buffer.from('a picture') }] }, undefined],
  ['parts with getters', { parts: [new Written()] }, [{ kind: 'text', text: 'written' }]],
  [
    'a proxy of parts',
    { parts: new Proxy([new Written()], {}) },
    [{ kind: 'text', text: 'written' }],
  ],
])('%s that a tool gives is shown as it is', async (_, output: ToolOutput, as) => {
  const { parts } = await shown(1, () => output);
  expect(parts).toEqual(as ?? (typeof output === 'string' ? [] : output.parts));
});

test('a text that is another one each time is the one that was read', async () => {
  const texts = ['first', { no: 'text' }];
  const part = {
    kind: 'text',
    get text(): string {
      return texts.shift() as string;
    },
  } as const;
  const { parts } = await shown(1, () => ({ parts: [part] }));
  expect(parts).toEqual([{ kind: 'text', text: 'first' }]);
});

test('a result whose data cannot be copied has failed', async () => {
  const { parts } = await shown(1, () => ({ parts: [{ ...png, data: () => 'later' }] }));
  expect(parts).toEqual([{ kind: 'text', text: 'The tool gave no text.' }]);
});
