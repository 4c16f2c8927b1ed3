import { z } from 'zod';
import { readMail, sendMoney } from './reader.ts';

const payment = z.object({ to: z.string(), amount: z.number() });

/** The tools of an agent that is written by hand: name, description, JSON Schema. */
export const tools = [
  {
    name: 'read_mail',
    description: 'Reads the newest mail.',
    parameters: { type: 'object' as const, properties: {} },
  },
  {
    name: 'send_money',
    description: 'Sends money to somebody.',
    parameters: {
      type: 'object' as const,
      properties: { to: { type: 'string' }, amount: { type: 'number' } },
      required: ['to', 'amount'],
    },
  },
];

export function execute(tool: string, args: unknown): string {
  if (tool === 'read_mail') return readMail();
  if (tool === 'send_money') return sendMoney(payment.parse(args));
  throw new Error(`no tool ${tool}`);
}
