import { setTimeout as pause } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { questionPage, read, type QuestionPage } from './api/answers.ts';
import { OperatorClient, Unreachable, type ClientOptions } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { questionOf, showQuestion } from './question.ts';
import { listed } from './show/fold.ts';
import { summaryLine } from './show/show-question.ts';
import { plainJson } from './show/visible.ts';

export interface ApprovalsOptions extends ClientOptions {
  readonly watch?: true;
  readonly json?: true;
  readonly run?: string;
}

/** `sluice approvals`: what waits for a person. */
export function approvalsCommand(context: CommandContext): Command {
  return new Command('approvals')
    .description('List the calls that wait for approval, or show one of them')
    .argument('[id]', 'show this question in full, without answering it')
    .option('--watch', 'show each question as it comes, until Ctrl-C')
    .option('--run <id>', 'only questions of this run')
    .option('--json', 'print JSON, one object per line')
    .option('--url <url>', urlHelp)
    .addHelpText('after', `\n${keyHelp}\nExample:\n  sluice approvals --watch`)
    .action(async (id: string | undefined, options: ApprovalsOptions) => {
      const operatorContext = processContext(context, { watching: options.watch === true });
      context.exitWith(await runApprovals(id, options, operatorContext));
    });
}

const keyHelp = `It uses the operator's key in SLUICE_OPERATOR_KEY, or else in the file .sluice/operator.key
of the folder in SLUICE_FOLDER, or else of this one.
`;

const watchPauseMs = 2_000;
const pageSize = 200;

/**
 * Prints the questions that wait for an answer, and those that come, where they are watched; or one
 * of them, whole.
 */
export async function runApprovals(
  id: string | undefined,
  options: ApprovalsOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  if (id !== undefined) {
    requireAlone(options);
    await printOne(client, { id, options, operatorContext });
  } else if (options.watch === true) await watch(client, options, operatorContext);
  else await list(client, options, operatorContext);
  return 0;
}

/** One question is neither a list nor watched. */
function requireAlone(options: ApprovalsOptions): void {
  if (options.watch === undefined && options.run === undefined) return;
  const message = 'an id cannot be combined with `--watch` or `--run`';
  throw new SluiceError('settings-invalid', message, { hint: 'type: sluice approvals ID' });
}

async function list(
  client: OperatorClient,
  { json, run }: ApprovalsOptions,
  { terminal, nowMs }: OperatorContext,
): Promise<void> {
  const { questions, hidden } = await openQuestions(client, run);
  if (json === true) {
    for (const each of questions) terminal.print(plainJson(each));
    return;
  }
  const lines = questions.flatMap((each) => listed(summaryLine(each, nowMs()), terminal));
  for (const line of lines) terminal.print(line);
  if (questions.length === 0) terminal.print('No question waits for you.');
  else terminal.print('\nSee one whole: sluice approvals ID; then sluice approve ID, or deny ID');
  if (hidden > 0) terminal.print(`${hidden} more are above your clearance.`);
}

async function watch(
  client: OperatorClient,
  options: ApprovalsOptions,
  operatorContext: OperatorContext,
): Promise<void> {
  let known: ReadonlySet<string> = new Set();
  let isLost = false;
  while (!operatorContext.signal.aborted) {
    try {
      const { questions } = await openQuestions(client, options.run);
      isLost = false;
      const open = questions.map(({ id }) => id);
      for (const id of open)
        if (!known.has(id)) await printOne(client, { id, options, operatorContext });
      for (const id of known) if (!open.includes(id)) gone(id, { options, operatorContext });
      known = new Set(open);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (!isLost)
        operatorContext.terminal.warn(`sluice: ${error.problem}, trying again\n  ${error.hint}`);
      isLost = true;
    }
    await pause(watchPauseMs, undefined, { signal: operatorContext.signal }).catch(() => undefined);
  }
}

async function printOne(
  client: OperatorClient,
  {
    id,
    options,
    operatorContext,
  }: { id: string; options: ApprovalsOptions; operatorContext: OperatorContext },
): Promise<void> {
  const detail = await questionOf(client, id);
  const { terminal } = operatorContext;
  if (options.json === true) return terminal.print(plainJson(detail));
  showQuestion(detail, operatorContext);
  if (detail.state !== 'open') return;
  terminal.print(`  sluice approve ${detail.id}\n  sluice deny ${detail.id}\n`);
}

function gone(
  id: string,
  { options, operatorContext }: { options: ApprovalsOptions; operatorContext: OperatorContext },
): void {
  if (options.json !== true) operatorContext.terminal.print(`${id} is not open any more.\n`);
}

/** All of them, page by page. */
async function openQuestions(
  client: OperatorClient,
  run: string | undefined,
): Promise<Pick<QuestionPage, 'questions' | 'hidden'>> {
  const questions: QuestionPage['questions'][number][] = [];
  let after: string | undefined;
  for (;;) {
    const page = read(
      questionPage,
      await client.get('/questions', { run, after, limit: pageSize }),
    );
    questions.push(...page.questions);
    if (page.next === undefined) return { questions, hidden: page.hidden };
    after = page.next;
  }
}
