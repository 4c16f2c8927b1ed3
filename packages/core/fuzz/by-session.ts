import type { ConfirmRequest } from '../src/engine/decision.ts';
import type { Tool, ToolOutput } from '../src/engine/tool.ts';
import type { PlainMessage, PlainPart } from '../src/history/plain.ts';
import type { MonitorOptions, TurnResult } from '../src/monitor/monitor.ts';
import type { Lowering } from '../src/session/lower.ts';
import type { SessionStep } from '../src/session/session-options.ts';
import type { Session } from '../src/session/session.ts';
import type { Core } from './core.ts';

/**
 * An engine whose loop a framework drives: it holds the transcript, asks for steps, has calls
 * approved its own way, and runs them through the session. It has the face of a monitor, so that
 * the same property holds it to the same promise.
 */
export function bySession(core: Core): Core {
  class Driven {
    readonly #framework: Framework;

    constructor(options: MonitorOptions) {
      this.#framework = new Framework(core, options);
    }

    get history(): Session['history'] {
      return this.#framework.session.history;
    }

    get events(): Session['events'] {
      return this.#framework.session.events;
    }

    endorse(lowering: Lowering): void {
      this.#framework.session.lower('endorse', lowering);
    }

    declassify(lowering: Lowering): void {
      this.#framework.session.lower('declassify', lowering);
    }

    turn(parts: readonly PlainPart[]): Promise<TurnResult> {
      return this.#framework.turn(parts);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a run uses of it
  return { ...core, Monitor: Driven as unknown as Core['Monitor'] };
}

type Replied = Extract<SessionStep, { kind: 'replied' }>;

class Framework {
  readonly session: Session;
  readonly #options: MonitorOptions;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #transcript: PlainMessage[] = [];
  #hasStopped = false;

  constructor({ Session: Made }: Core, options: MonitorOptions) {
    const { confirm, system, tools, ...rest } = options;
    this.#options = options;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    const declared = tools.map(({ name, description, parameters }) => {
      return { name, description, parameters };
    });
    const clearance = confirm?.clearance ?? rest.policy.space.bottom;
    const approval = { by: 'framework', clearance } as const;
    this.session = new Made({ ...rest, tools: declared, approval });
    if (system === undefined) return;
    this.#transcript.push({ role: 'system', parts: [{ kind: 'text', text: system }] });
  }

  /** A turn after one that stopped is not taken: its place in the run says how far it came. */
  async turn(parts: readonly PlainPart[]): Promise<TurnResult> {
    this.#transcript.push({ role: 'user', parts });
    const { signal } = new AbortController();
    const { top } = this.#options.policy.space;
    while (!this.#hasStopped) {
      const step = await this.session.step(this.#transcript, { signal });
      if (step.kind !== 'replied' || this.#transcript.length > 80) {
        this.#hasStopped = true;
        break;
      }
      const { text, calls, label } = step;
      this.#transcript.push({ role: 'assistant', text, calls });
      if (calls.length === 0) return { outcome: 'answered', text, label, decision: undefined };
      for (const call of calls) await this.#run(call, step);
    }
    return { outcome: 'limit-reached', text: '', label: top, decision: undefined };
  }

  async #run(call: Replied['calls'][number], { label }: Replied): Promise<void> {
    const decision = this.session.decisionOf(call.id);
    if (decision.kind === 'ask') {
      const { rule, violations } = decision;
      const shown = { ...this.session.explanationOf(call.id), rule, violations, label };
      const approved = await this.#isApproved({
        ...shown,
        run: 'run',
        callId: call.id,
        tool: call.tool,
        args: call.args,
        ceiling: undefined,
        dutyOf: [],
        hash: call.id,
      });
      this.session.settle(call.id, { approved, by: 'ann' });
    }
    const tool = this.#tools.get(call.tool);
    const output = await this.session
      .execute(call.id, { given: JSON.parse(call.args), parse: asRecord }, (args) =>
        (tool?.execute ?? (() => ''))(args, {
          signal: new AbortController().signal,
          callId: call.id,
        }),
      )
      // A framework turns an error that a tool throws into its message.
      .catch((error: unknown) => (error instanceof Error ? error.message : ''));
    this.#transcript.push({
      role: 'tool',
      callId: call.id,
      tool: call.tool,
      parts: partsOf(output),
    });
  }

  async #isApproved(request: ConfirmRequest): Promise<boolean> {
    try {
      const answer = await this.#options.confirm?.ask(request, new AbortController().signal);
      return answer?.kind === 'yes' && answer.hash === request.hash && answer.by.length > 0;
    } catch {
      return false;
    }
  }
}

function asRecord(args: unknown): Readonly<Record<string, unknown>> {
  return typeof args === 'object' && args !== null ? { ...args } : {};
}

function partsOf(output: ToolOutput): readonly PlainPart[] {
  return typeof output === 'string' ? [{ kind: 'text', text: output }] : output.parts;
}
