import { createHash } from 'node:crypto';
import { markup, ours, type Html } from './html.ts';
import { pageStyle } from './style.ts';

/** A page without scripts that asks nobody for anything. */
export function staticPage(title: string, body: Html): string {
  const hash = createHash('sha256').update(pageStyle).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'`;
  return markup`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>${ours(pageStyle)}</style>
      ${body}
    </html> `.text;
}
