import { z } from 'zod';
import { downloadFailed, shownUrl } from '../pull-errors.ts';
import type { PullWork } from '../pull-io.ts';
import { weightsLimits } from '../weights-limits.ts';

const json = 'application/vnd.pypi.simple.v1+json';
const accept = `${json}, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1`;

const listSchema = z.object({
  files: z.array(z.object({ filename: z.string(), url: z.string() })),
});

export interface FoundArchive {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Asks a package index (simple API: JSON of PEP 691, or HTML of PEP 503) where a file is. What it
 * answers is not trusted: the file's SHA-256 is ours. Throws `download-failed`.
 */
export async function findArchive(
  index: string,
  { project, archive }: { readonly project: string; readonly archive: string },
  work: PullWork,
): Promise<FoundArchive> {
  const page = new URL(`${index.replace(/\/+$/, '')}/${project}/`);
  // `fetch` refuses addresses with credentials in them.
  const authorization = credentialsOf(page);
  const signal = AbortSignal.any([work.signal, AbortSignal.timeout(weightsLimits.indexMsMax)]);
  const { text, type, at } = await pageOf(page, { authorization, signal }, work);
  const links = type.includes('json') ? readJson(text) : readHtml(text);
  const href = links.get(archive);
  if (href === undefined || !URL.canParse(href, at))
    throw downloadFailed(`the index ${page.host} has no \`${archive}\``);
  const url = new URL(href, at);
  const own = credentialsOf(url) ?? (url.origin === page.origin ? authorization : undefined);
  return { url: url.href, headers: own === undefined ? {} : { authorization: own } };
}

async function pageOf(
  page: URL,
  {
    authorization,
    signal,
  }: { readonly authorization: string | undefined; readonly signal: AbortSignal },
  work: PullWork,
): Promise<{ readonly text: string; readonly type: string; readonly at: string }> {
  const headers = { accept, ...(authorization === undefined ? {} : { authorization }) };
  const response = await work.io.fetch(page.href, { headers, signal }).catch((cause: unknown) => {
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : '';
    throw downloadFailed(`cannot ask the index ${page.host}${inner && `: ${inner}`}`, cause);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw downloadFailed(`${shownUrl(page.href)} answers ${response.status}`);
  }
  const text = await bounded(response, page.host);
  return { text, type: response.headers.get('content-type') ?? '', at: response.url || page.href };
}

async function bounded(response: Response, host: string): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > weightsLimits.indexBytesMax)
      throw downloadFailed(`the list of the index ${host} does not end`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Takes credentials out of an address; gives them as a header's value. */
function credentialsOf(url: URL): string | undefined {
  const { username, password } = url;
  if (username === '' && password === '') return undefined;
  url.username = '';
  url.password = '';
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

function readJson(text: string): ReadonlyMap<string, string> {
  try {
    const { files } = listSchema.parse(JSON.parse(text));
    return new Map(files.map(({ filename, url }) => [filename, url]));
  } catch {
    return new Map();
  }
}

/** Links whose text is the name of a file. */
function readHtml(text: string): ReadonlyMap<string, string> {
  const links = text.matchAll(/<a\s[^>]*?href\s*=\s*["']([^"']*)["'][^>]*>([^<]*)<\/a>/gi);
  const named = [...links].map(
    ([, href = '', name = '']) => [name.trim(), href.replaceAll('&amp;', '&')] as const,
  );
  return new Map(named);
}
