import { definePolicy } from '../src/policy/load.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { PolicySource } from '../src/policy/source.ts';

export const salarySource: PolicySource = {
  version: 1,
  lattice: { confidentiality: { chain: ['public', 'secret'] } },
  onViolation: 'block',
  answer: { ceiling: 'public' },
  tools: {
    salary: {
      effect: 'read',
      description: 'trusted',
      result: { format: 'text', label: 'secret' },
      call: { ceiling: 'secret' },
    },
    note: {
      description: 'trusted',
      result: { format: 'text', label: 'public' },
      call: { ceiling: 'secret' },
    },
    hours: {
      effect: 'read',
      description: 'trusted',
      result: { format: 'text', label: 'public' },
      call: { ceiling: 'public' },
    },
  },
};

/** A salary that no answer may hold, and the opening hours, which anybody may know. */
export const salaryPolicy: Policy = await definePolicy(salarySource);

export const secret = '91,000';
export const found = {
  salary: `Ann earns ${secret}`,
  note: 'noted',
  hours: 'from 9 to 5',
} as const;

export interface Next {
  readonly text: string;
  readonly call?: { readonly tool: keyof typeof found; readonly args: { readonly what: string } };
}

/** Looks up the hours and the salary, notes down what it saw, and says it. */
export function next(shown: string): Next {
  const saw = shown.includes(secret) ? secret : 'nothing';
  const open = (['hours', 'salary', 'note'] as const).find((tool) => !shown.includes(`"${tool}"`));
  if (open === undefined) return { text: `It is ${saw}` };
  return { text: '', call: { tool: open, args: { what: open === 'note' ? saw : 'now' } } };
}
