import { SluiceError } from '@sluice/core';
import { Command, CommanderError } from 'commander';
import { auditCommand } from './audit/command.ts';
import type { CommandContext, ExitCode } from './command-context.ts';
import { coverageCommand } from './coverage/command.ts';
import { compatibilityCommand } from './compatibility/command.ts';
import { demoCommand } from './demo/command.ts';
import { doctorCommand } from './doctor/command.ts';
import { gatewayCommand } from './gateway/command.ts';
import { initCommand } from './init/command.ts';
import { reportCommand } from './log/report.ts';
import { whyCommand } from './log/why-command.ts';
import { mcpCommand } from './mcp/command.ts';
import { mcpConformanceCommand } from './mcp-conformance/command.ts';
import { modelsCommand } from './models/command.ts';
import { approveCommand, denyCommand } from './operator/answer.ts';
import { approvalsCommand } from './operator/approvals.ts';
import { consoleCommand } from './operator/console.ts';
import { declassifyCommand, endorseCommand } from './operator/lower.ts';
import { breakGlassCommand } from './operator/break-glass.ts';
import { eraseCommand } from './operator/erase.ts';
import { eventsCommand } from './operator/events.ts';
import { verifyCommand } from './operator/verify.ts';
import { exportCommand } from './operator/export.ts';
import { keysCommand } from './operator/keys.ts';
import { filesCommand } from './operator/files.ts';
import { reloadCommand } from './operator/reload.ts';
import { policyCommand } from './policy/command.ts';
import { printable } from './show/printable.ts';
import { replayCommand } from './replay/command.ts';
import { loadResearch, type Research, type ResearchCommand, researchCommands } from './research.ts';
import { suggestCommand } from './suggest/command.ts';
import { runAgentCommand } from './run/command.ts';
import { testCommand } from './agent-test/command.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

/** Runs one command line. Mistakes in use are printed with what to type next, and give 2. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const context: CommandContext = {
    terminal,
    exitWith: (code) => {
      exitCode = code;
    },
    run: runCommand,
  };
  try {
    await (await programOf(context, argv)).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof SluiceError)) throw error;
    terminal.warn(printable(mistakeText(error)));
    return 2;
  }
}

const commands = [
  demoCommand,
  initCommand,
  gatewayCommand,
  runAgentCommand,
  mcpCommand,
  doctorCommand,
  consoleCommand,
  approvalsCommand,
  approveCommand,
  denyCommand,
  endorseCommand,
  declassifyCommand,
  filesCommand,
  eventsCommand,
  verifyCommand,
  exportCommand,
  keysCommand,
  reloadCommand,
  breakGlassCommand,
  eraseCommand,
  policyCommand,
  testCommand,
  coverageCommand,
  suggestCommand,
  replayCommand,
  auditCommand,
  fromResearch('train'),
  reportCommand,
  fromResearch('bench'),
  modelsCommand,
  whyCommand,
  compatibilityCommand,
  mcpConformanceCommand,
];

/** Headings of `sluice --help`, each with its commands. */
const helpGroups: Readonly<Record<string, readonly string[]>> = {
  'Start:': ['run', 'mcp', 'demo', 'init', 'policy', 'test', 'doctor', 'gateway'],
  'Answer questions:': ['approvals', 'approve', 'deny', 'endorse', 'declassify', 'files'],
  'Look at what happened:': ['why', 'events', 'report', 'export', 'verify'],
  'Run a gateway:': ['keys', 'reload', 'erase', 'break-glass'],
};

/** Where a command is listed; one that serves measuring is not named above. */
function helpGroupOf(command: string): string {
  const [heading] = Object.entries(helpGroups).find(([, names]) => names.includes(command)) ?? [];
  return heading ?? 'Measure:';
}

/** A command of research: with what it can do where research is loaded, else its name alone. */
function fromResearch(name: ResearchCommand) {
  return (context: CommandContext, research: Research | undefined): Command =>
    research?.commands[name](context) ?? new Command(name).description(researchCommands[name]);
}

/** Loads research where the command line is one of its commands. */
async function researchFor([first, second]: readonly string[]): Promise<Research | undefined> {
  const wanted = first === 'help' ? second : first;
  if (wanted === undefined || !Object.hasOwn(researchCommands, wanted)) return undefined;
  return loadResearch(`\`sluice ${wanted}\``);
}

async function programOf(context: CommandContext, argv: readonly string[]): Promise<Command> {
  const research = await researchFor(argv);
  const program = new Command('sluice')
    .description('Guards LLM agents against prompt injection and data leaks')
    .version(version(), '--version')
    .addHelpText(
      'after',
      '\nExamples:\n  sluice demo --scene payment-note\n  sluice help policy check',
    )
    .configureOutput({
      writeOut: (text) => context.terminal.print(text.trimEnd()),
      writeErr: (text) => context.terminal.warn(text.trimEnd()),
      outputError: (text, write) => write(usageText(text)),
    })
    .enablePositionalOptions()
    .showHelpAfterError(helpHint(''))
    .exitOverride();
  for (const make of commands) {
    const command = make(context, research);
    command.helpGroup(helpGroupOf(command.name()));
    inherit(command, { parent: program, path: command.name() });
    program.addCommand(command);
  }
  return program;
}

/** Commands made apart from their parent do not take over its way of printing and exiting. */
function inherit(
  command: Command,
  { parent, path }: { readonly parent: Command; readonly path: string },
): void {
  command.copyInheritedSettings(parent);
  command.showHelpAfterError(helpHint(path));
  for (const inner of command.commands)
    inherit(inner, { parent: command, path: `${path} ${inner.name()}` });
}

/** A mistake, and below it what to type; once where the mistake says it too. */
export function mistakeText({ problem, hint }: SluiceError): string {
  return problem.includes(hint) ? `sluice: ${problem}` : `sluice: ${problem}\n  ${hint}`;
}

/** A mistake that the parser of command lines found, in the form of ours. */
function usageText(text: string): string {
  return text
    .replace(/^error: /, 'sluice: ')
    .replace(/\n\(Did you mean (.+)\?\)/, '\n  did you mean $1?')
    .replace(/ is invalid( for argument '[^']+')?\. /, ' is invalid$1\n  ');
}

/** Where the options of a command are listed. */
function helpHint(command: string): string {
  return `  for help type: ${['sluice', command, '--help'].filter((word) => word !== '').join(' ')}`;
}
