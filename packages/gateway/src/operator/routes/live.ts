import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { RequestError } from '../../protocol/errors.ts';
import { operatorLimits } from '../limits.ts';
import type { Changes } from '../live/changes.ts';
import { OpenByOwner } from '../open-by-owner.ts';
import type { OperatorEnv } from '../operators.ts';
import { failures, operation } from '../route.ts';

/** Said as a `string`, so that the library takes it for no JSON. */
const eventStream: string = 'text/event-stream';

const liveRoute = createRoute({
  ...operation('get', '/api/live'),
  summary:
    'A stream that says `changed` when some question of your tenant was put, answered or ended; ' +
    'never which',
  responses: {
    200: { description: 'Events', content: { [eventStream]: { schema: z.string() } } },
    ...failures,
  },
});

/** Whoever is told asks for the list anew, which shows what they may see. */
export function liveRoutes(app: OpenAPIHono<OperatorEnv>, changes: Changes): void {
  const open = new OpenByOwner(operatorLimits.livePerOperatorMax);
  app.openapi(liveRoute, (context) => {
    const headers = { 'content-type': eventStream };
    if (context.req.method === 'HEAD') return new Response(null, { headers });
    const { isStillIn, operator } = context.var;
    const release = changes.isClosed ? undefined : open.take(operator.id);
    if (release === undefined) throw tooMany();
    const stream = liveStream(changes, { tenant: operator.tenant, isStillIn, onEnd: release });
    return new Response(stream, { headers });
  });
}

interface Listening {
  /** `undefined`: all of them. */
  readonly tenant: string | undefined;
  /** False once the key was revoked, or the session has ended. */
  readonly isStillIn: () => Promise<boolean>;
  readonly onEnd: () => void;
}

function liveStream(
  changes: Changes,
  { tenant, isStillIn, onEnd }: Listening,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let stop = nothing;
  return new ReadableStream(
    {
      start: (controller) => {
        // A reader that does not keep up learns of all changes by the first.
        const send = (text: string): void => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        const end = (): void => {
          stop();
          controller.close();
        };
        const look = async (): Promise<void> => {
          if (!(await isStillIn().catch(() => false))) end();
        };
        const timer = setInterval(() => {
          send(': still here\n\n');
          void look();
        }, operatorLimits.liveBeatMs);
        timer.unref();
        const unlisten = changes.listen(tenant, () => {
          if (changes.isClosed) end();
          else send('event: changed\ndata: {}\n\n');
        });
        stop = once(() => {
          clearInterval(timer);
          unlisten();
          onEnd();
        });
        send('event: changed\ndata: {}\n\n');
      },
      cancel: () => stop(),
    },
    { highWaterMark: operatorLimits.liveWaitingMax },
  );
}

function nothing(): void {
  // Nothing is open yet.
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

function tooMany(): RequestError {
  const hint = 'close a tab of the console, or ask for the list by itself';
  return new RequestError('busy', 'too many streams are open with your key', { hint, status: 503 });
}
