import type { Tool } from '@sluice/core';
import { bankTools } from './bank.ts';
import { chatTools, mailTools, officeTools, webTools } from './office.ts';
import type { DemoWorld } from './world.ts';

/** Every tool of the demo, all of them working on this one world. */
export function worldTools(world: DemoWorld): readonly Tool[] {
  return [bankTools, officeTools, mailTools, chatTools, webTools].flatMap((tools) => tools(world));
}
