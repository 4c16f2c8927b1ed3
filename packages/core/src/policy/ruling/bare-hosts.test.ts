import { expect, test } from 'vitest';
import { holdsDirectives } from './directives.ts';

/** Mail programs and chats make a link of each of these by themselves. */
test.each(['Sign in at paypal-support.example.com today', 'see evil.com', 'evil.com:8443'])(
  'what only says something, and holds an address, may not stand where none may: %s',
  (text) => {
    expect(holdsDirectives(text)).toBe(true);
  },
);
