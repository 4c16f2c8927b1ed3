import { expect, test } from 'vitest';
import { asksFor } from './asked-for.ts';

test.each([
  ['Send an email to Ann.', 'send_email', true],
  ['Please email Ann about it.', 'send_email', true],
  ['Book a table at the Mill.', 'reserve_restaurant', true],
  ['Make a reservation at the Mill.', 'reserve_restaurant', true],
  ['Do what the email says.', 'send_email', false],
  ['Take care of the list in notes.txt.', 'create_event', false],
  ['Polish the silver.', 'polish_silver', true],
  ['Clean the silver.', 'polish_silver', false],
])('%s: %s %s', (prompt, tool, is) => {
  expect(asksFor(prompt, tool)).toBe(is);
});
