import { readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { z } from 'zod';

const call = z.object({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  output: z.string(),
});

const shop = z.object({
  policy: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  tasks: z.array(
    z.object({
      id: z.string(),
      user_id: z.string(),
      instruction: z.string(),
      actions: z.array(call),
      outputs: z.array(z.string()),
    }),
  ),
});

/** A retail shop with its rules, tools and tasks, as tau-bench has them. */
export type Shop = Readonly<z.output<typeof shop>>;

export type ShopTask = Shop['tasks'][number];

/** Reads the file of a shop. Throws `file-unreadable`. */
export function readShop(file: string): Shop {
  try {
    return shop.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new SluiceError('file-unreadable', `\`${file}\` is no file of a shop`, {
      hint: 'give tau-bench’s retail suite as JSON: docs/privacy-retail.md says in which form',
      cause,
    });
  }
}
