import type { Pack } from './packs.ts';
import { families } from '@sluice/gateway';
import type { Terminal } from '../terminal.ts';
import { table } from '../terminal.ts';
import { draftOf } from './draft/draft.ts';
import { isModels } from './draft/proposal.ts';
import type { InitReport } from './init.ts';
import { offeredName } from './shared-names.ts';
import { askedJson, askedLines } from './show-asked.ts';
import { shortLine } from '../show/printable.ts';
import { shellWord } from '../show/shell-word.ts';

/** Where the gateway listens unless the settings say otherwise. */
const base = 'http://127.0.0.1:4141';

/** Prints what was found and written, and what to type next. */
export function showInit(
  report: InitReport,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): void {
  if (json) terminal.print(JSON.stringify(asJson(report)));
  else for (const line of linesOf(report)) terminal.print(line);
}

function asJson({ project, answers, files, guesses }: InitReport): object {
  return {
    folder: project.folder,
    sdks: project.sdks.map(({ sdk, file }) => ({ id: sdk.id, file, line: sdk.line(base) })),
    servers: [
      ...project.packed.map(({ server, pack }) => ({
        name: server.name,
        file: server.file,
        pack: pack.name,
      })),
      ...project.unknown.map(({ name, file }) => ({ name, file, pack: null })),
    ],
    model: project.model ?? null,
    asked: project.asked.map(askedJson),
    tools: project.tools.map((tool) => ({
      name: offeredName(tool, answers.toolNames),
      where: tool.where,
      ...(tool.alsoAt !== undefined && { alsoAt: tool.alsoAt }),
      call: draftOf(tool, answers).call,
    })),
    unreadable: project.unreadable,
    toolless: project.toolless,
    cut: project.cut,
    answers,
    files,
    guesses,
  };
}

function linesOf(report: InitReport): readonly string[] {
  const { project } = report;
  return [
    `Looked at ${project.folder} (${project.filesRead} ${project.filesRead === 1 ? 'file' : 'files'})`,
    ...foundLines(report),
    ...askedLines(report.project),
    ...namesLines(report),
    ...modelLines(report),
    ...toolLines(report),
    ...project.unreadable.map(
      (file) => `! ${file} cannot be read: what it says is not in the policy`,
    ),
    ...clashLines(project.tools),
    ...project.toolless.map((file) => `! no tool is found in ${shortLine(file)}`),
    ...(project.cut
      ? ['! the project has more files than are looked at: tools may be missing']
      : []),
    '',
    ...fileLines(report),
    '',
    ...changeLines(report),
    '',
    ...nextLines(report),
  ];
}

function foundLines({ project, answers }: InitReport): readonly string[] {
  const { sdks, bareAiSdk, packed, unknown, tools } = project;
  const rows = [
    ...sdks.map(({ sdk, file }) => ['SDK', sdk.title, file]),
    ...(bareAiSdk === undefined ? [] : [['SDK', 'AI SDK', `${bareAiSdk}: ${noProvider}`]]),
    ...packed.map(({ server, pack }) => [
      'MCP server',
      server.name,
      `${server.file}: policy pack ${pack.name}${wayOf(pack)}`,
    ]),
    ...unknown.map(({ name, file }) => [
      'MCP server',
      name,
      `${file}: no policy pack, so a person is asked about its tools`,
    ]),
    ...tools.map((tool) => [
      'tool',
      offeredName(tool, answers.toolNames),
      `${tool.where}: ${said[draftOf(tool, answers).call]}`,
    ]),
  ];
  return rows.length === 0
    ? ['Found no SDK and no MCP server']
    : [table(['found', 'name', 'where'], rows, { ruled: false })];
}

const noProvider =
  'no provider of it is known here: add @ai-sdk/openai or @ai-sdk/anthropic, or use `guard` (below)';

/** A pack that nothing hostile was tried on says so. */
function wayOf({ listOnly }: Pack): string {
  return listOnly === undefined ? '' : `, list only (read ${listOnly}; no tool was called)`;
}

/** The policy knows a tool by the name that the model gets, and clients name them differently. */
function namesLines({ project: { packed, tools }, answers }: InitReport): readonly string[] {
  const isOfServer = packed.length > 0 || tools.some(({ offered }) => offered !== undefined);
  if (!isOfServer || answers.toolNames === 'plain') return [];
  return [
    'mcp__SERVER__TOOL is how Claude Code names the tools of MCP servers. For a client that keeps the',
    "  server's own names (AI SDK, OpenAI Agents, LangChain), init asks: answer `s`, without --yes",
  ];
}

/** Functions that are made tools of while the agent runs cannot be read from files. */
function toolLines({ project, isShipped }: InitReport): readonly string[] {
  const { tools, packed, unknown } = project;
  if (isShipped || tools.length + packed.length + unknown.length > 0) return [];
  return [
    '! found no tool: the policy asks about every call. Write the list that your agent sends to the',
    '  model into tools.json ([{"name": ..., "description": ..., "parameters": {...}}]), then type:',
    '  mv sluice.yaml sluice.yaml.old && sluice init --tools tools.json',
  ];
}

/** A list that a stranger wrote may hold more than anybody reads. */
const clashesMax = 20;

function clashLines(tools: InitReport['project']['tools']): readonly string[] {
  const lines = tools.flatMap(({ name, where, alsoAt }) => {
    if (alsoAt === undefined) return [];
    const places = shortLine([where, ...alsoAt].join('; '));
    return [
      `! more than one tool is called ${name} (${places}): it is taken for a write; rename one`,
    ];
  });
  const left = lines.length - clashesMax;
  return left <= 0 ? lines : [...lines.slice(0, clashesMax), `! so are ${left} more names`];
}

function modelLines({ project: { model, tools }, answers }: InitReport): readonly string[] {
  if (model === undefined) return [];
  const { name, answered, silent, because } = model;
  const drafts = tools.map((tool) => draftOf(tool, answers));
  const stricter = drafts.filter((draft) => draft.because.some(isModels)).length;
  const looser = drafts.filter((draft) => draft.looser.length > 0).length;
  return [
    `${shortLine(name)} spoke of ${answered} tools: stricter for ${stricter}; looser for ${looser}, as comments in the policy`,
    ...(silent === 0 ? [] : [`! of ${silent} tools it said nothing: the rules alone drafted them`]),
    ...(because === undefined ? [] : [`! the model was not asked to the end: ${because}`]),
  ];
}

const said = {
  asked: 'a person is asked about each call',
  user: "automatic where no stranger's word had a part in it",
  public: 'automatic where nothing private stands in it',
  anyone: 'automatic',
} as const;

function fileLines({ files, guesses }: InitReport): readonly string[] {
  return files.map(({ file, did }) => {
    if (did === 'written') {
      const count =
        file === 'sluice.yaml'
          ? ` (policy; ${guesses} ${guesses === 1 ? 'guess' : 'guesses'} to look at)`
          : '';
      return `wrote ${file}${count}`;
    }
    return file === '.gitignore'
      ? 'kept  .gitignore (it names .sluice/)'
      : `kept  ${file}, which is there already; for a new one: mv ${file} ${file}.old && sluice init`;
  });
}

function changeLines({ project, answers }: InitReport): readonly string[] {
  if (project.sdks.length === 0) {
    return [
      'Point your agent at the gateway:',
      ...answers.families.map((family) => {
        const { variable, path } = families[family].client;
        return `  ${variable}=${base}${path}`;
      }),
    ];
  }
  return project.sdks.flatMap(({ sdk }) => {
    const { name, path } = sdk.variable;
    const line = sdk.line(base);
    const variable = `${name}=${base}${path}`;
    return [
      `The line to change, ${sdk.title}:`,
      `  ${line}`,
      ...(line === variable ? [] : [`or, in the agent's environment: ${variable}`]),
    ];
  });
}

function nextLines({ project, answers, toolsFile, withData }: InitReport): readonly string[] {
  const keys = new Set([
    ...project.sdks.map(({ sdk }) => sdk.key),
    ...(project.sdks.length > 0
      ? []
      : answers.families.map((each) => families[each].provider.keyFrom)),
  ]);
  const withTools = toolsFile === undefined ? '' : ` --tools ${shellWord(toolsFile)}`;
  return [
    'Next, look at each guess:',
    `  grep -n "guess:" sluice.yaml && sluice policy check sluice.yaml${withTools}`,
    'try attacks on it:',
    `  sluice test${withTools}`,
    "start the gateway, in a shell that has the provider's key:",
    `  export ${[...keys].map((key) => `${key}=...`).join(' ')}`,
    '  sluice gateway',
    "give the agent the gateway's key in place of it, in its own shell:",
    ...[...keys].map((key) => `  export ${key}="$(cat .sluice/client.key)"`),
    'and see what holds, and what does not:',
    '  sluice doctor',
    ...(withData
      ? ['to give what a call only says (`data` in sluice.yaml) a label of its own: `staged: true`']
      : []),
    ...(project.isPython ? inPython : inTypeScript),
  ];
}

const inTypeScript = [
  'or go without a gateway: in TypeScript, guard the agent in its own code under this policy:',
  "  import { guard } from '@sluice/core/adapters/ai-sdk'; // or langchain, openai-agents",
  '  // with another loop: runGuarded or Monitor of @sluice/core; see docs/get-started.md',
];

const inPython = [
  'an agent in Python is guarded by the gateway; to try attacks on it behind one:',
  "  sluice test --command 'python agent.py' --gateway",
];
