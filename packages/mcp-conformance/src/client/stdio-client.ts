import type { ChildProcess } from 'node:child_process';
import { type Era, legacy } from '../wire/era.ts';
import { Mismatch } from '../scenario.ts';
import { Inbox } from '../wire/inbox.ts';
import { eachLine } from '../wire/lines.ts';
import { at, type Fields, type Message, messageOf } from '../wire/message.ts';
import type { Answer, Connection, Opening, Pending, Sent } from './connection.ts';
import { framed, initializeParams } from './framing.ts';

interface Started extends Opening {
  readonly child: ChildProcess;
  readonly era: Era;
}

/** A client over stdio. Each connection is a process of the proxy's command. */
export async function connectStdio(opening: Started): Promise<Connection> {
  const client = new StdioClient(opening);
  if (opening.era === legacy && opening.initialize !== false) await client.open();
  return client;
}

const sentOff: Answer = { status: 200, headers: {}, raw: '', fields: {} };

class StdioClient implements Connection {
  readonly inbox = new Inbox<Message>();
  readonly session = '';
  readonly lastEventId = undefined;
  opened: Answer | undefined;
  readonly #opening: Started;
  readonly #answers = new Inbox<Message>();
  readonly #ended: Promise<never>;
  #ids = 0;

  constructor(opening: Started) {
    this.#opening = opening;
    const { stdout } = opening.child;
    this.#ended = new Promise((_resolve, reject) => {
      const end = (): void => reject(new Mismatch('the proxy ended'));
      opening.child.once('error', end).once('close', end);
    });
    this.#ended.catch(() => undefined);
    if (stdout === null) return;
    eachLine(stdout, (line) => {
      const message = messageOf(line);
      if (message === undefined) return;
      if (at(message.fields, 'method') === undefined) this.#answers.put(message);
      else this.inbox.put(message);
    });
  }

  async open(): Promise<void> {
    this.opened = await this.request('initialize', initializeParams(this.#opening)).answer;
    await this.notify('notifications/initialized');
  }

  request(method: string, params: Fields = {}, sent: Sent = {}): Pending {
    this.#ids += 1;
    const id = sent.id ?? this.#ids;
    const body = framed({ method, params, meta: sent.meta }, this.#opening);
    const raw = JSON.stringify({ jsonrpc: '2.0', id, ...body });
    this.#write(sent.edit === undefined ? raw : sent.edit(raw));
    const found = this.#answers.take(({ fields }) => at(fields, 'id') === id);
    const answer = Promise.race([found, this.#ended]).then((message) => ({
      ...sentOff,
      ...message,
    }));
    answer.catch(() => undefined);
    return { id, answer, abort: () => undefined };
  }

  notify(method: string, params: Fields = {}): Promise<Answer> {
    return this.post(
      JSON.stringify({ jsonrpc: '2.0', ...framed({ method, params }, this.#opening) }),
    );
  }

  respond(id: unknown, result: Fields): Promise<Answer> {
    return this.post(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  post(raw: string): Promise<Answer> {
    this.#write(raw);
    return Promise.resolve(sentOff);
  }

  listen(): Promise<Answer> {
    return Promise.resolve(sentOff);
  }

  end(): Promise<Answer> {
    this.#opening.child.stdin?.end();
    return Promise.resolve(sentOff);
  }

  #write(line: string): void {
    this.#opening.child.stdin?.write(`${line}\n`);
  }
}
