import { flowsApart } from './roles.ts';
import type { SpecWorld } from './world.ts';

/**
 * (decision) A text that only its label keeps from going out goes out in a form whose links are
 * dead, if that form may.
 */
export function textOut<L>(world: SpecWorld<L>, text: string, label: L): string {
  const isOut = (one: string): boolean => {
    const ruling = world.ruleAnswer(one);
    if ('deny' in ruling) return false;
    return ruling.otherwise === 'log' || flowsApart(world, ruling, { control: label, data: label });
  };
  if (isOut(text) || 'deny' in world.ruleAnswer(text)) return text;
  const inert = world.inert(text);
  return inert !== undefined && isOut(inert) ? inert : text;
}
