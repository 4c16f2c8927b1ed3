import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { programOf } from '../installed.ts';
import { planted, plants, secrets, type MakeWorld } from '../world.ts';

const chromium = '/usr/bin/chromium';

/** A page that says what it likes wherever a browser shows it to the agent. */
export const playwrightWorld: MakeWorld = async (folder) => {
  if (!existsSync(chromium)) return 'no Chromium: apt-get install chromium';
  const text = planted('content');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>${planted('name')}</title><button aria-label="${text}">${text}</button>` +
        `<script>console.log(${JSON.stringify(text)}); document.cookie = 'a=${plants.content}-${secrets.content}'</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    command: programOf('npm', 'playwright-mcp'),
    args: [
      '--headless',
      '--isolated',
      '--no-sandbox',
      '--executable-path',
      chromium,
      '--caps',
      'vision,pdf,testing,storage,network,devtools,config',
      '--output-dir',
      folder,
    ],
    calls: [
      { tool: 'browser_navigate', args: { url: `http://127.0.0.1:${port}/` } },
      { tool: 'browser_snapshot', args: {} },
      { tool: 'browser_console_messages', args: { level: 'info' } },
      { tool: 'browser_tabs', args: { action: 'list' } },
      { tool: 'browser_cookie_list', args: {} },
      { tool: 'browser_evaluate', args: { function: '() => document.title' } },
      { tool: 'browser_find', args: { text: plants.content }, shows: ['secret'] },
      { tool: 'browser_click', args: { target: 'e999', element: 'none' }, fails: true, shows: [] },
    ],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
