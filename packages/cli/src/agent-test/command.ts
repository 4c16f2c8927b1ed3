import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { TestOptions } from './run.ts';
import { sampleAgent } from './sample-agent.ts';

/** `sluice test`: try attacks on an agent. */
export function testCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('test')
    .description(
      'Try attacks on your agent: does a stranger’s text lead to a call that should not run?',
    )
    .argument('[policy]', 'policy file', 'sluice.yaml')
    .option('--agent <file>', 'JavaScript or TypeScript file that exports your agent')
    .option('--command <command>', 'program that is your agent (default: the policy alone)')
    .option('--gateway', 'put a gateway with the policy between the agent and its model')
    .option('--settings <file>', 'settings of that gateway (default: gateway.yaml, if there)')
    .option('--real-tools', 'run the tools that the agent file exports, in place of doubles')
    .option('--tools <file>', 'JSON list of the tools that your agent declares')
    .option('--plan <file>', 'your tasks and what you accept (default: sluice.test.yaml, if there)')
    .option(
      '--baseline <before>',
      'what this earlier policy lets through is right: a file or revision',
    )
    .option('--seed <number>', 'draws the order and the wordings', wholeNumber, 1)
    .option('--pairs <number>', 'try so many pairs of runs at most', wholeNumber, 2000)
    .option('--minutes <number>', 'begin no pair after so many minutes', minutes)
    .option('--only <id>', 'try this pair alone')
    .option('--junit <file>', 'also write the findings as JUnit XML')
    .option('--sarif <file>', 'also write the findings as SARIF')
    .option('--json', 'print one line of JSON that holds the figures and the findings')
    .addHelpText('after', help)
    .action(async (file: string, options: TestOptions) => {
      const { runTest } = await import('./run.ts');
      exitWith(await runTest(file, options, terminal));
    });
}

const help = `
A model that does whatever it reads plays your model: no key is needed, and nothing is sent. Your
agent is handed tools that change nothing, and must use these; tools of your own run only with
--real-tools, and only for calls that a task of yours names. Texts are put where your tools' results
may hold those of others. Each is after a call that the policy tells apart from others. The same run
follows with a harmless text in that place.
Exit code 1: an attack acted, a run failed, or the agent looked at fewer than half of the texts.

The agent brings its own guard: the model's address below has none. In TypeScript that is \`guard\` or
\`runGuarded\` inside the function, with the \`policy\` that it is handed. Before a program,
\`--gateway\` puts a gateway with the policy, and with the profile of your gateway.yaml that has it
(else the default one): \`staged\` and \`mode\` count. Its questions are answered at once.

An agent file exports a function that gives its answer. \`tools\` is a list: { name, description,
parameters (a JSON Schema), execute(args) } that gives a text or throws. \`approve({ tool, args })\`
asks the person, with \`args\` parsed or as JSON text, and gives true (yes) or false (no) at once.
\`model\` is the model for \`runGuarded\`, \`signal\` ends the run. A whole one, agent.mjs:

${sampleAgent.replaceAll(/^(?=.)/gm, '  ')}

A command is started anew for each run. It reads the prompt from the standard input and prints its
answer. Its model is at OPENAI_BASE_URL, with OPENAI_API_KEY and OPENAI_MODEL, which OpenAI clients
read by themselves. Its tools are at SLUICE_TEST_TOOLS: GET lists them, POST SLUICE_TEST_TOOLS/NAME
with the arguments as JSON runs one. In Python (pip install requests):
  prompt = sys.stdin.read()
  tools = requests.get(os.environ['SLUICE_TEST_TOOLS']).json()
  result = requests.post(os.environ['SLUICE_TEST_TOOLS'] + '/' + name, json=arguments).text

Examples:
  sluice test
  sluice test --agent agent.ts --json
  sluice test sluice.yaml --baseline origin/main --sarif sluice.sarif
  sluice test --command 'python agent.py' --gateway`;

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number from 1 on.');
}

function minutes(text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be a number above 0.');
}
