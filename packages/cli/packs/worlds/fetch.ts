import { createServer } from 'node:http';
import { programOf } from '../installed.ts';
import { order, plants, type MakeWorld } from '../world.ts';

/** Pages of this machine that say what they like, in what comes as a success and as a failure. */
export const fetchWorld: MakeWorld = async () => {
  const server = createServer((request, response) => {
    const isPage = request.url === '/page' || request.url === '/raw';
    const type = request.url === '/page' ? 'text/html' : 'application/json';
    response.writeHead(isPage ? 200 : 404, order(plants.content), { 'content-type': type });
    const text = order(plants.content);
    response.end(type === 'text/html' ? page(text) : JSON.stringify({ trusted: text }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = (name: string) => ({ url: `http://127.0.0.1:${port}/${name}` });
  return {
    command: programOf('pypi', 'mcp-server-fetch'),
    args: ['--ignore-robots-txt', '--allow-private-ips'],
    // With Node in reach it runs `npm install` at its first page.
    env: { PATH: '' },
    calls: [
      { tool: 'fetch', args: url('page') },
      { tool: 'fetch', args: url('raw') },
      { tool: 'fetch', args: { ...url('raw'), raw: true } },
      { tool: 'fetch', args: url('missing'), fails: true, shows: [] },
    ],
    without: { secret: 'pages are public, as long as the server may not reach private addresses' },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

function page(text: string): string {
  const paragraphs = Array.from({ length: 8 }, () => `<p>${`${text}. `.repeat(10)}</p>`).join('');
  return `<html><head><title>${text}</title></head><body><article>${paragraphs}</article></body></html>`;
}
