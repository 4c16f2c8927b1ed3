/**
 * A provider of Chat Completions without latency: it reads a request to its end and answers with
 * bytes that were made beforehand. A stream gives its first word at once and ends some
 * milliseconds later, or when it is released.
 */
import { createServer, type ServerResponse } from 'node:http';
import { largeReply } from './large-replies.ts';
import { callReply, firstChunk, lastChunks } from './upstream-bytes.ts';
import { serve, urlOf } from './serve.ts';

const pauseMs = 10;
const held = new Set<ServerResponse>();
let isHolding = false;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const isStream = body.includes('"stream":true');
    const large = /"model":"large-(\d+)"/.exec(body.toString('latin1', 0, 1_000))?.[1];
    if (large !== undefined) long(response, { isStream, shape: Number(large) });
    else if (isStream) stream(response);
    else json(response);
  });
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  serve(
    { url: urlOf(server.address()), key: 'sk-upstream' },
    {
      hold: () => void (isHolding = true),
      release: () => {
        isHolding = false;
        for (const response of held) response.end(lastChunks);
        held.clear();
      },
    },
  );
});

function json(response: ServerResponse): void {
  const length = callReply.length;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  response.end(callReply);
}

function long(response: ServerResponse, how: { isStream: boolean; shape: number }): void {
  const type = how.isStream ? 'text/event-stream; charset=utf-8' : 'application/json';
  response.writeHead(200, { 'content-type': type });
  response.end(largeReply(how));
}

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(firstChunk);
  if (isHolding) held.add(response);
  else setTimeout(() => response.end(lastChunks), pauseMs);
}
