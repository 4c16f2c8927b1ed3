import { createHash } from 'node:crypto';
import { markup, ours, type Html } from './html.ts';
import { pageStyle } from './style.ts';

/** INVARIANT (no requests): the policy forbids all but what this file holds. */
export function pageOf(title: string, body: Html, script?: string): string {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hash(pageStyle)}`,
    ...(script === undefined ? [] : [`script-src ${hash(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return markup`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <meta name="viewport" content="width=device-width" />
      <meta name="referrer" content="no-referrer" />
      <link rel="icon" href="data:," />
      <title>${title}</title>
      <style>${ours(pageStyle)}</style>
      ${body}
      ${script === undefined ? undefined : markup`<script>${ours(script)}</script>`}
    </html> `.text;
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
