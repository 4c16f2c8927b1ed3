import { expect } from 'vitest';
import { Monitor } from '../../monitor/monitor.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { definePolicy } from '../../policy/load.ts';
import { lineage } from '../../propagate/lineage.ts';
import { proves } from '../../testing/proves.ts';
import type { ToolOutput } from '../tool.ts';

proves('tool/result-kept', async () => {
  const image = { url: 'first' };
  const seen: string[] = [];
  const monitor = new Monitor({
    policy: await definePolicy({
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
    }),
    model: scriptedModel(({ view }) => {
      seen.push(JSON.stringify(view.messages));
      return seen.length < 3 ? { calls: [{ tool: 'look', args: {} }] } : 'done';
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
        execute: (): ToolOutput => {
          if (seen.length > 1) image.url = 'what the tool learned afterwards';
          const part = { kind: 'opaque', mediaType: 'image/png', data: image } as const;
          return seen.length > 1 ? 'looked' : { parts: [part] };
        },
      },
    ],
  });
  await monitor.turn('Look twice.');
  expect(seen.at(-1)).toContain('first');
  expect(seen.join('')).not.toContain('afterwards');
});
