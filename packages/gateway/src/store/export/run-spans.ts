import type { StoredEvent } from '../store.ts';
import {
  type GenAiMessage,
  outputText,
  replyMessage,
  resultMessage,
  type SaidCall,
  turnMessage,
} from './genai-message.ts';
import { type Recorded, recordedEvent, type RecordedOf } from './recorded-event.ts';
import { type Attributes, attributesOf, idOf, nanos, type Span } from './span.ts';

/** A generation whose calls are still to be decided. */
interface Generated {
  readonly event: StoredEvent;
  readonly said: RecordedOf<'generation-finished'>;
  readonly startMs: number;
}

interface Started {
  readonly event: StoredEvent;
  readonly call: RecordedOf<'call-decided'>;
}

/**
 * The spans of one run, from its events in order. Each generation stands with the conversation
 * before it, which is more than a redacted view had shown: its label says how much it could see.
 */
export class RunSpans {
  readonly #spans: Span[] = [];
  readonly #messages: GenAiMessage[] = [];
  readonly #started = new Map<string, Started>();
  #step: Generated[] = [];
  #decided: SaidCall[] = [];
  /** The purpose of the generation that the step took; none where it took none. */
  #taken: string | undefined;
  #declared: Pick<RecordedOf<'run-started'>, 'model' | 'tools'> = { model: '', tools: [] };
  #first: StoredEvent | undefined;
  #last: StoredEvent | undefined;

  add(event: StoredEvent): void {
    this.#first ??= event;
    const recorded = recordedEvent(event);
    if (recorded !== undefined) this.#read(event, recorded);
    this.#last = event;
  }

  /** All spans, that of the run first. */
  end(): readonly Span[] {
    this.#endStep();
    const [first, last] = [this.#first, this.#last];
    if (first === undefined || last === undefined) return [];
    for (const started of this.#started.values()) this.#spans.push(callSpan(started, last, {}));
    return [runSpan(first, last), ...this.#spans];
  }

  #read(event: StoredEvent, recorded: Recorded): void {
    switch (recorded.type) {
      case 'run-started':
      case 'tools-declared':
        this.#endStep();
        this.#declared = recorded;
        return;
      case 'turn-started':
        this.#endStep();
        this.#messages.push(turnMessage(recorded));
        return;
      case 'generation-finished':
        if (this.#step.at(0)?.said.step !== recorded.step) this.#endStep();
        this.#step.push({ event, said: recorded, startMs: this.#last?.atMs ?? event.atMs });
        return;
      case 'step-labelled':
        this.#taken = takenBy(recorded.kind);
        return;
      case 'call-decided':
        this.#decided.push({ id: recorded.callId, tool: recorded.tool, args: recorded.args });
        this.#started.set(recorded.callId, { event, call: recorded });
        return;
      case 'call-executed':
        this.#answer(event, recorded.callId, { result: outputText(recorded.output) });
        return;
      case 'call-refused':
        this.#answer(event, recorded.callId, { refused: recorded.reason });
        return;
    }
  }

  /** The calls of a step are decided after all of its generations: then it can be told. */
  #endStep(): void {
    const before = [...this.#messages];
    for (const generated of this.#step) {
      const isTaken = generated.said.purpose === this.#taken;
      const reply = replyMessage(
        generated.said.reply,
        isTaken ? this.#decided : generated.said.reply.calls,
      );
      this.#spans.push(generationSpan(generated, { ...this.#declared, before, reply }));
      if (isTaken) this.#messages.push(reply);
    }
    this.#step = [];
    this.#decided = [];
    this.#taken = undefined;
  }

  #answer(event: StoredEvent, callId: string, outcome: CallOutcome): void {
    this.#endStep();
    const answer = outcome.result ?? `refused: ${outcome.refused ?? ''}`;
    this.#messages.push(resultMessage(callId, answer));
    const started = this.#started.get(callId);
    if (started === undefined) return;
    this.#started.delete(callId);
    this.#spans.push(callSpan(started, event, outcome));
  }
}

/** Neither: the run ended before anything came of the call. */
interface CallOutcome {
  readonly result?: string;
  readonly refused?: string;
}

function takenBy(kind: string): string {
  if (kind.startsWith('regenerated')) return 'regeneration';
  return kind === 'strict' ? 'strict' : 'draft';
}

function runSpan(first: StoredEvent, last: StoredEvent): Span {
  const operation = 'invoke_agent';
  return {
    ...idsOf(first),
    spanId: runId(first),
    name: operation,
    kind: 1,
    ...lasting(first.atMs, last.atMs),
    attributes: attributesOf({ ...common(operation, first), 'sluice.tenant': first.tenant }),
  };
}

interface Shown extends Pick<RecordedOf<'run-started'>, 'model' | 'tools'> {
  readonly before: readonly GenAiMessage[];
  readonly reply: GenAiMessage;
}

function generationSpan({ event, said, startMs }: Generated, shown: Shown): Span {
  const operation = 'chat';
  const { model, tools, before, reply } = shown;
  return {
    ...idsOf(event),
    parentSpanId: runId(event),
    name: `${operation} ${model}`,
    kind: 3,
    ...lasting(startMs, event.atMs),
    attributes: attributesOf({
      ...common(operation, event),
      'gen_ai.request.model': model,
      'gen_ai.usage.input_tokens': said.reply.usage?.inputTokens,
      'gen_ai.usage.output_tokens': said.reply.usage?.outputTokens,
      'gen_ai.response.finish_reasons': [reply.finish_reason],
      'gen_ai.tool.definitions': tools.map((tool) => ({ type: 'function', ...tool })),
      'gen_ai.input.messages': before,
      'gen_ai.output.messages': [reply],
      'sluice.label': event.label,
      'sluice.purpose': said.purpose,
    }),
  };
}

function callSpan(
  { event, call }: Started,
  end: StoredEvent,
  { result, refused }: CallOutcome,
): Span {
  const operation = 'execute_tool';
  const span: Span = {
    ...idsOf(event),
    parentSpanId: runId(event),
    name: `${operation} ${call.tool}`,
    kind: 1,
    ...lasting(event.atMs, end.atMs),
    attributes: attributesOf({
      ...common(operation, event),
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.callId,
      'gen_ai.tool.call.arguments': call.args,
      'gen_ai.tool.call.result': result,
      'sluice.label': event.label,
      'sluice.decision': call.decision.kind,
      'sluice.rule': call.decision.rule,
    }),
  };
  return refused === undefined ? span : { ...span, status: { code: 2, message: refused } };
}

function common(operation: string, { run }: StoredEvent): Attributes {
  return { 'gen_ai.operation.name': operation, 'gen_ai.conversation.id': run };
}

function idsOf({ tenant, run, seq }: StoredEvent): Pick<Span, 'traceId' | 'spanId'> {
  return {
    traceId: idOf([tenant, run], { bytes: 16 }),
    spanId: idOf([tenant, run, seq], { bytes: 8 }),
  };
}

/** The id of the span that all others of the run stand in. */
function runId({ tenant, run }: StoredEvent): string {
  return idOf([tenant, run], { bytes: 8 });
}

/** A clock that was set back gives no span that ends before it starts. */
function lasting(
  startMs: number,
  endMs: number,
): Pick<Span, 'startTimeUnixNano' | 'endTimeUnixNano'> {
  return {
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(Math.max(startMs, endMs)),
  };
}
