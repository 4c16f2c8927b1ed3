import type { Approval } from '../engine/call/confirm.ts';
import type { NewEvent } from '../engine/events.ts';
import type { Declared, RunOptions } from '../engine/run-options.ts';
import type { Run } from '../engine/run.ts';
import type { Content } from '../history/content.ts';
import type { KnownElsewhere } from '../history/known/known-answer.ts';
import type { LabelledTool } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import { joinAll } from '../label/lattice.ts';
import { SaidOfTools } from './said-of-tools.ts';
import type { LogRecord } from './saved/saved-session.ts';
import type { StepOptions } from './session-options.ts';
import { contentsOf } from './transcript/client-message.ts';
import type { Transcript } from './transcript/transcript.ts';

interface Heard {
  readonly begins: boolean;
  readonly elsewhere: KnownElsewhere;
}

/** Keeps the tools of a run as its client declares them, which may be others with every request. */
export class Declarations {
  readonly #run: Run;
  readonly #transcript: Transcript;
  readonly #said: SaidOfTools;
  #declared = '';
  #isHeard = false;

  constructor(run: Run, transcript: Transcript, log: LogRecord) {
    this.#run = run;
    this.#transcript = transcript;
    this.#said = new SaidOfTools(run.space, log);
  }

  /** Goes on where a saved run stood. */
  restore(texts: readonly string[]): void {
    this.#said.restore(texts);
  }

  declare(declared: Declared): readonly LabelledTool[] {
    this.#run.declare(declared);
    this.#declared = JSON.stringify(declared.tools);
    this.#isHeard = false;
    return this.#shown();
  }

  redeclare(asked: StepOptions): void {
    const { options } = this.#run;
    const { tools = options.tools, model = options.model, providerTools } = asked;
    const isSame = model.name === options.model.name && this.#isDeclared(tools);
    if (isSame) return this.#run.declare({ tools: options.tools, model, providerTools });
    const labelled = this.declare({ tools, model, providerTools });
    this.#run.record(declaredEvent(this.#run.options, labelled));
  }

  /**
   * What is said of tools that were not declared before may come from what the run has read, that
   * of this very request included. `begins`: this run knew nothing before it. `elsewhere`: what
   * other runs knew before.
   */
  async hear({ begins, elsewhere }: Heard): Promise<void> {
    if (this.#isHeard) return;
    const { labelled } = this.#run.tools;
    const own = (): readonly Content[] =>
      begins ? [] : this.#transcript.everKnown().flatMap(contentsOf);
    await this.#said.hear(labelled, { elsewhere, own });
    if (labelled.some((each) => this.#said.raises(each))) {
      this.#run.raiseTools(this.#said.leastOf);
      this.#run.record(declaredEvent(this.#run.options, this.#shown()));
    }
    this.#isHeard = true;
  }

  /** All that is said of the tools as they stand declared. */
  get said(): readonly Content[] {
    return this.#said.of(this.#run.tools.labelled);
  }

  #isDeclared(tools: readonly PlainTool[]): boolean {
    return tools === this.#run.options.tools || JSON.stringify(tools) === this.#declared;
  }

  #shown(): readonly LabelledTool[] {
    const { labelled } = this.#run.tools;
    this.#transcript.declare(labelled);
    return labelled;
  }
}

/** The first event of a run: which policy, propagator and model decide. */
export function startedEvent(
  { options, enclosure }: Run,
  labelled: readonly LabelledTool[],
  { by }: Approval,
): NewEvent {
  const { runId, policy, propagator, model, structure, shortcuts, tools, confirm } = options;
  const draftModel = options.draftModel?.name;
  return {
    type: 'run-started',
    run: runId,
    policy: policy.hash,
    propagator: { name: propagator.name, needs: propagator.needs },
    model: model.name,
    ...(draftModel !== undefined && { draftModel }),
    structure,
    shortcuts,
    loop: by === 'confirm' ? 'own' : 'client',
    tools,
    label: joinAll(
      policy.space,
      labelled.map(({ label }) => label),
    ),
    approver: confirm?.clearance,
    ...enclosure.handedLeast,
  };
}

/** A client declared other tools, or named another model, in the middle of a run. */
function declaredEvent(
  { policy, model, tools }: RunOptions,
  labelled: readonly LabelledTool[],
): NewEvent {
  const label = joinAll(
    policy.space,
    labelled.map((tool) => tool.label),
  );
  return { type: 'tools-declared', model: model.name, tools, label };
}
