import { withoutOrders } from './patterns.ts';
import { shown, writeOut } from './shown.ts';

/** Takes out lines that look like an order, and lines that name a forbidden tool. */
export const filter = shown({
  name: 'filter',
  enforcement: 'filtering',
  show: ({ system }, chunks) => ({ system, context: writeOut(withoutOrders(chunks)) }),
});
