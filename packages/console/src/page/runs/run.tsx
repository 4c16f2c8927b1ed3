import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import type { Live } from '../api/live.ts';
import { useLoaded } from '../api/loaded.ts';
import {
  type Event,
  eventsShape,
  type Message,
  messagesShape,
  type Span,
  type Who,
} from '../api/shapes.ts';
import { wordsOf } from '../api/words.ts';
import { Spans } from '../parts/spans.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { Written } from '../parts/written.tsx';
import { addresses } from '../route.ts';
import { WhatIfPanel } from './what-if.tsx';

interface RunProps {
  readonly run: string;
  readonly who: Who;
  readonly live: Live;
}

/** A run as a time line: its messages with their regions, and what was decided of its calls. */
export function RunView({ run, live, who }: RunProps): JSX.Element {
  const { messages, total = 0, problem } = useMessages(run, live.changes);
  const heights = useMemo(() => messages?.map(heightOf) ?? [], [messages]);
  const path = `/events?type=call-decided&run=${run}&limit=500`;
  const { value: decided } = useLoaded(path, eventsShape, live.changes);
  const byCall = useMemo(
    () => new Map((decided?.events ?? []).map((event) => [event.subject, event])),
    [decided],
  );
  const of = useMemo(() => ({}), [messages, byCall]);
  return (
    <div class="runs">
      <p>
        <a href={addresses.runs}>All runs</a>
      </p>
      <h1>
        Run <span class="tool">{run}</span>
      </h1>
      {problem !== undefined && <p class="notice">{problem}</p>}
      <p class="quiet" role="status">
        {messages !== undefined && `${total} ${total === 1 ? 'message' : 'messages'}`}
      </p>
      {who.roles.includes('admin') && <WhatIfPanel run={run} />}
      <p class="legend" aria-hidden="true">
        <span class="region" data-tone="stranger">
          untrusted
        </span>
        <span class="region" data-tone="private">
          private
        </span>
        <span class="hidden">above your clearance</span>
      </p>
      {messages !== undefined && (
        <VirtualList
          label="Messages"
          count={total}
          of={of}
          heightOf={(at) => heights[at] ?? unreadHeight}
          render={(at) => <One message={messages[at]} byCall={byCall} />}
        />
      )}
    </div>
  );
}

/** Of a message that has not come yet. */
const unreadHeight = 120;
const lineHeight = 20;
const lineCharacters = 90;
const textMax = 4_000;
const spansMax = 120;

/** About; what is seen is measured. */
function heightOf({ spans, calls }: Message): number {
  const text = spans.reduce((sum, span) => sum + (span.text?.length ?? 20), 0);
  return 60 + Math.ceil(Math.min(text, textMax) / lineCharacters) * lineHeight + calls.length * 60;
}

interface OneProps {
  readonly message: Message | undefined;
  readonly byCall: ReadonlyMap<string, Event>;
}

function One({ message, byCall }: OneProps): JSX.Element {
  if (message === undefined) return <p class="quiet">Reading</p>;
  const { role, from, index, spans, calls } = message;
  if (role === 'hidden') return <p class="hidden">Messages above your clearance</p>;
  return (
    <article class="turn" data-role={role} aria-label={`Message ${index + 1}`}>
      <p class="by">
        <strong>
          <Written text={from} />
        </strong>
        <span class="quiet">{index + 1}</span>
        <Labels spans={spans} />
      </p>
      {spans.length > 0 && (
        <div class="text">
          <Spans spans={spans.slice(0, spansMax)} max={textMax} />
          {spans.length > spansMax && (
            <span class="quiet"> ({spans.length - spansMax} regions more)</span>
          )}
        </div>
      )}
      {calls.map(({ id, tool, spans: args }) => (
        <div key={id} class="call">
          <code>
            <Written text={tool} />(<Spans spans={args.slice(0, spansMax)} max={textMax} />)
          </code>
          <Decided event={byCall.get(id)} />
        </div>
      ))}
    </article>
  );
}

const labelsMax = 4;

function Labels({ spans }: { readonly spans: readonly Span[] }): JSX.Element {
  const labels = [...new Set(spans.flatMap(({ label }) => label ?? []))];
  return (
    <>
      {labels.slice(0, labelsMax).map((label) => (
        <span key={label} class="label">
          {label}
        </span>
      ))}
    </>
  );
}

const words = { allow: 'allowed', ask: 'a person was asked', deny: 'denied' } as const;

function Decided({ event }: { readonly event: Event | undefined }): JSX.Element | null {
  const decision = event?.payload?.decision;
  if (decision === undefined) return null;
  const { kind, rule, reason } = decision;
  return (
    <p class="decision" data-kind={kind}>
      {words[kind]}
      {rule !== undefined && (
        <>
          {' '}
          by rule <Written text={rule} />
        </>
      )}
      {reason !== undefined && ` (${reason})`}
    </p>
  );
}

interface Read {
  readonly messages?: readonly Message[];
  readonly total?: number;
  readonly problem?: string;
}

/** The first page is short: it is seen at once. */
const [firstSize, pageSize] = [100, 1_000];

/** All messages of a run, page by page: those that have come are shown at once. */
function useMessages(run: string, changes: number): Read {
  const [read, setRead] = useState<Read>({});
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (): Promise<void> => {
      const messages: Message[] = [];
      for (let total = 1; messages.length < total && !signal.aborted;) {
        const limit = messages.length === 0 ? firstSize : pageSize;
        const path = `/runs/${run}/messages?from=${messages.length}&limit=${limit}`;
        const page = await call(path, messagesShape, { signal });
        messages.push(...page.messages);
        total = page.messages.length === 0 ? 0 : page.total;
        if (!signal.aborted) setRead({ messages: [...messages], total: page.total });
      }
    };
    load().catch((error: unknown) => {
      if (!signal.aborted) setRead((before) => ({ ...before, problem: wordsOf(error) }));
    });
    return () => controller.abort();
  }, [run, changes]);
  return read;
}
