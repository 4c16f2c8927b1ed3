import { createServer } from 'node:http';

/** A request that came to the stranger. */
export interface Caught {
  /** What the program says it is. */
  readonly agent: string;
  readonly body: string;
}

/** The stranger's own server: it gives out one page and one script, and keeps what is sent to it. */
export interface Catcher {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly caught: readonly Caught[];
  /** What stands at `/page`, from now on. */
  page: string;
  readonly close: () => Promise<void>;
}

/** Who pipes what stands anywhere else into a shell has a file of this name. */
export const proofFile = 'ran.txt';

export async function startCatcher(canary: string): Promise<Catcher> {
  const caught: Caught[] = [];
  const state = { page: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => void (body += text));
    request.on('end', () => {
      const { url = '/', headers } = request;
      caught.push({ agent: headers['user-agent'] ?? '', body });
      const isPage = url.startsWith('/page');
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/plain' });
      response.end(isPage ? state.page : `echo ${canary} > ${proofFile}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    host: `127.0.0.1:${address.port}`,
    caught,
    set page(text: string) {
      state.page = text;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
