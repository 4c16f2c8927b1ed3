import { SluiceError } from '@sluice/core';
import * as z from 'zod/mini';
import type { LoggedEvent } from '../log/read-log.ts';
import { printSteps, type Elsewhere } from '../log/show-steps.ts';
import { stepsOf } from '../log/steps.ts';
import { event, read, summary, text, type Event } from './api/answers.ts';
import type { OperatorContext } from './api/process-context.ts';
import { OperatorClient, Refused, type ClientOptions } from './api/client.ts';
import { listed } from './show/fold.ts';
import { named, quoted } from './show/visible.ts';

const asked = z.extend(summary, { callId: text });
const explained = z.object({ events: z.array(event), questions: z.array(asked) });
type Asked = z.output<typeof asked>;

/**
 * Explains a call, an answer or a question of a gateway, as far as the reader is cleared for it.
 */
export async function runWhyOf(
  given: string,
  options: ClientOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const id = decisionId(given);
  const { events, questions } = read(explained, await getWhy(client, id));
  const { terminal } = operatorContext;
  const steps = stepsOf(events.map(loggedOf));
  printSteps(steps, terminal, elsewhereIn(questions));
  for (const line of notes(events, steps.length)) {
    for (const piece of listed(line, terminal)) terminal.print(piece);
  }
  return 0;
}

async function getWhy(client: OperatorClient, id: string): Promise<unknown> {
  try {
    return await client.get(`/why/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) throw unknown(id);
    throw error;
  }
}

/** The same error for an id that does not exist and one of another tenant: nobody learns which. */
function unknown(id: string): SluiceError {
  const run = /^(?:call[-_])?([0-9a-f]{16})[0-9a-f]{16}$/.exec(id)?.[1];
  const message = `nothing that you may see has the id ${quoted(id)}`;
  return new SluiceError('settings-invalid', message, {
    hint:
      run === undefined
        ? 'name the `x-sluice-decision` of an answer, or the id of a call or a question'
        : `list what its run has: \`sluice events --run ${run}\``,
  });
}

/** One protocol's answers have the gateway's id with a word before it. */
function decisionId(given: string): string {
  const id = /^resp_([0-9a-f]{32})$/.exec(given)?.[1] ?? given;
  if (id !== '' && id !== '.' && id !== '..' && id.length <= 200) return id;
  throw new SluiceError('settings-invalid', `${quoted(given.slice(0, 40))} is not an id`, {
    hint: 'name the `x-sluice-decision` of an answer, or the id of a call or a question',
  });
}

/** The API has redacted them already, by the reader's clearance. */
function loggedOf({ run, subject, label, type, payload, redacted }: Event): LoggedEvent {
  return { run, subject, label, fields: { ...payload, type }, isHidden: redacted };
}

/** The state of a question outside the run's own events, and what to type. */
function elsewhereIn(questions: readonly Asked[]): Elsewhere {
  const known = new Map(questions.map((question) => [question.callId, question]));
  return (callId) => {
    const question = known.get(callId);
    return question === undefined ? undefined : stateText(question);
  };
}

function stateText({ id, state, approvedBy, waitingFor, expiresMs }: Asked): string {
  const by = approvedBy.map(named).join(', ');
  if (state !== 'open') return `${named(id)} is ${named(state)}`;
  const end = new Date(expiresMs).toISOString();
  const rest = waitingFor.length === 0 ? '' : `, still needs ${waitingFor.map(named).join(', ')}`;
  const some = by === '' ? '' : `, yes from ${by}`;
  return `waits until ${end}${some}${rest}: sluice approve ${named(id)}`;
}

function notes(events: readonly Event[], steps: number): readonly string[] {
  const unkept = events.filter(
    ({ payload, redacted }) => !redacted && payload['type'] === undefined,
  );
  const run = events.at(0)?.run ?? '';
  return [
    ...(events.some(({ redacted }) => redacted)
      ? ['Some of this is above your clearance. An admin makes keys: sluice keys add operator NAME']
      : []),
    ...(unkept.length > 0
      ? [`Of ${unkept.length} events no more is kept than their types: \`record\`, or erased.`]
      : []),
    ...(steps === 0 && run !== '' ? [`All of the run: sluice events --run ${named(run)}`] : []),
  ];
}
