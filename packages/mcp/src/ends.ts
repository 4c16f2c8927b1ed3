import type { Id, Message } from './message.ts';

export interface SendOptions {
  /** The client's request that a message of the server's belongs to. */
  readonly related?: Id | undefined;
}

/** Where a proxy sends what it has decided on. */
export interface ProxyEnds {
  readonly toClient: (message: Message, options: SendOptions) => Promise<void>;
  readonly toServer: (message: Message) => Promise<void>;
  /** Told of the version that both speak, of those that have `initialize`. */
  readonly onVersion?: ((version: string) => void) | undefined;
}

/** Stands between one client and one server. */
export interface Proxy {
  readonly fromClient: (message: Message) => Promise<void>;
  readonly fromServer: (message: Message) => Promise<void>;
  /** No answer to this request of the client's comes any more. */
  readonly lost: (id: Id) => Promise<void>;
  /** The server has gone: nothing that waits for it will be answered. */
  readonly serverClosed: (why?: string) => Promise<void>;
  /** The client has gone: nobody waits for anything. */
  readonly clientClosed: () => void;
  /** Somebody accepted something: the client is to list again. */
  readonly offersChanged: () => Promise<void>;
}
