import type { Tool } from '@sluice/core';
import { tool, ToolFailure } from './arguments.ts';
import type { DemoWorld } from './world.ts';

/** The bank: it answers in JSON and books at once. */
export function bankTools(world: DemoWorld): readonly Tool[] {
  return [...bankReads(world), ...bankWrites(world)];
}

function bankReads(world: DemoWorld): readonly Tool[] {
  return [
    tool('get_balance', {
      description: 'The balance of the account.',
      args: {},
      run: () =>
        JSON.stringify({ account: world.account, balance: world.balance, currency: 'EUR' }),
    }),
    tool('list_transactions', {
      description: 'The most recent transactions, newest first.',
      args: { limit: ['integer', 'how many'] },
      run: (args) => JSON.stringify(world.transactions.slice(0, args.number('limit'))),
    }),
    tool('list_scheduled_payments', {
      description: 'Payments that will be made later.',
      args: {},
      run: () => JSON.stringify(world.scheduled),
    }),
  ];
}

function bankWrites(world: DemoWorld): readonly Tool[] {
  return [
    tool('send_money', {
      description: 'Sends money now.',
      args: {
        recipient: ['string', 'IBAN of the recipient'],
        amount: ['number', 'EUR'],
        description: ['string', 'what the recipient reads'],
      },
      run: (args) => {
        const amount = args.number('amount');
        if (amount <= 0 || amount > world.balance)
          throw new ToolFailure('The amount is not covered.');
        const id = Math.max(...world.transactions.map((done) => done.id)) + 1;
        world.balance = Math.round((world.balance - amount) * 100) / 100;
        world.transactions.unshift({
          id,
          date: '2025-03-14',
          direction: 'out',
          account: args.text('recipient'),
          amount,
          description: args.text('description'),
        });
        return JSON.stringify({ status: 'sent', id });
      },
    }),
    tool('schedule_payment', {
      description: 'Schedules a payment for a later day.',
      args: {
        recipient: ['string', 'IBAN of the recipient'],
        amount: ['number', 'EUR'],
        date: ['string', 'day, YYYY-MM-DD'],
        description: ['string', 'what the recipient reads'],
      },
      run: (args) => {
        world.scheduled.push({
          account: args.text('recipient'),
          amount: args.number('amount'),
          date: args.text('date'),
          description: args.text('description'),
        });
        return JSON.stringify({ status: 'scheduled' });
      },
    }),
  ];
}
