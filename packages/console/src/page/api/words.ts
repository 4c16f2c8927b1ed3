import { Refused } from './client.ts';

/** What went wrong, and what to do. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Refused)) return 'Something went wrong in the page. Load it again.';
  const { message, hint } = error;
  return `${capital(message)}${message.endsWith('.') ? '' : '.'} ${capital(hint)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
