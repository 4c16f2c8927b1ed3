import { SluiceError } from '@sluice/core';
import { Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { processContext } from '../operator/api/process-context.ts';
import { urlHelp } from '../operator/api/where.ts';
import { named } from '../operator/show/visible.ts';
import { runWhyOf } from '../operator/why.ts';
import { runWhy } from './why.ts';

interface WhyGiven {
  readonly log?: string;
  readonly policy?: string;
  readonly clearance?: string;
  readonly run?: string;
  readonly url?: string;
}

/** `sluice why`: one decision, of a gateway or of a log. */
export function whyCommand(context: CommandContext): Command {
  return new Command('why')
    .description('Explain a decision: its rule, its labels, and where each value came from')
    .argument(
      '<id>',
      'id of a call, of an answer (its header `x-sluice-decision`) or of a question',
    )
    .option('--url <url>', urlHelp)
    .addOption(
      new Option('--log <file>', 'read this log of events instead of asking a gateway').conflicts(
        'url',
      ),
    )
    .option('--policy <file>', 'with --log: the policy of the run, which says what the labels mean')
    .option('--run <id>', 'with --log: the run, if the same id occurs in several')
    .option(
      '--clearance <label>',
      'with --log: what you may see (default: bottom, all that is trusted and for everyone)',
    )
    .addHelpText(
      'after',
      `
For an answer it explains the whole step: turns that the client did not see, refused calls, and
questions with their outcomes. A decision above your clearance is shown without its tool, arguments
and sources. In a log, the first characters of an id are enough, and \`--clearance top\` shows all:
a clearance counts in every dimension of the policy, trust too.

Examples:
  sluice why 0123456789abcdef0123456789abcdef
  sluice why call_1f0c --log events.jsonl --policy sluice.yaml --clearance top`,
    )
    .action(async (id: string, given: WhyGiven) => context.exitWith(await explain(id, given)));

  async function explain(id: string, { log, policy, ...given }: WhyGiven): Promise<0> {
    if (log !== undefined) {
      if (policy === undefined) throw noPolicy(id, log);
      return await runWhy(id, { ...given, log, policy }, context.terminal);
    }
    const { clearance, run, url } = given;
    if ([policy, clearance, run].some((value) => value !== undefined)) throw forLogs();
    return await runWhyOf(id, url === undefined ? {} : { url }, processContext(context));
  }
}

function noPolicy(id: string, log: string): SluiceError {
  return new SluiceError(
    'settings-invalid',
    '`--log` needs `--policy`: the policy says what the labels mean',
    {
      hint: `type: \`sluice why ${named(id)} --log ${named(log)} --policy FILE --clearance LABEL\``,
    },
  );
}

function forLogs(): SluiceError {
  return new SluiceError('settings-invalid', '`--policy`, `--clearance` and `--run` need `--log`', {
    hint: 'add `--log FILE`; at a gateway your key says what you may see',
  });
}
