import { families, familyNames } from '@sluice/gateway';
import { effectOf } from './draft/effect.ts';
import type { Project } from './look.ts';
import { addressingTools } from './pack-tools.ts';
import type { PolicyParts } from './policy-text.ts';
import type { McpServer } from './project/mcp-servers.ts';
import type { Family } from './project/sdks.ts';
import { someOf } from '../show/some-of.ts';

/** Shows a text and gives what was typed after it; absent where nobody is there to answer. */
export type Ask = (text: string) => Promise<string>;

/** Facts that the project does not say, and a person may. */
export interface Answers extends Pick<
  PolicyParts,
  'toolNames' | 'holder' | 'acting' | 'dimensions'
> {
  readonly families: readonly Family[];
  readonly mode: 'enforce' | 'log';
}

interface Question {
  readonly text: string;
  /** By what it begins with; the first is what no answer means. */
  readonly choices: Readonly<Record<string, string>>;
}

/** Where nothing says which provider it is. */
const both: readonly Family[] = ['openai', 'anthropic'];
const claudeAgent = 'javascript:@anthropic-ai/claude-agent-sdk';

/** The answers where nobody is asked: the strict one to each. */
export function unasked(project: Project): Answers {
  const { sdks, bareAiSdk } = project;
  const used = usedFamilies(project);
  // `.mcp.json` is Claude Code's; another agent in the folder may read it all the same.
  const isClaude =
    sdks.some(({ sdk }) => sdk.id === claudeAgent) ||
    (used.length === 0 &&
      bareAiSdk === undefined &&
      namedServers(project).some(({ file }) => file === '.mcp.json'));
  return {
    families: used.length > 0 ? used : isClaude ? ['anthropic'] : both,
    toolNames: isClaude ? 'by-server' : 'plain',
    holder: [],
    acting: 'ask',
    dimensions: 'readers',
    mode: 'enforce',
  };
}

/** The providers of the SDKs, or else those that the sources show. */
function usedFamilies({ sdks, namedFamilies }: Project): readonly Family[] {
  const named = Object.values(familyNames);
  const ofSdks = named.filter((family) => sdks.some(({ sdk }) => sdk.family === family));
  return ofSdks.length > 0 ? ofSdks : namedFamilies;
}

/** The servers whose tools the policy names. */
function namedServers({ packed, asked }: Project): readonly McpServer[] {
  const offering = asked.filter(({ kind }) => kind === 'offered');
  return [...packed, ...offering].map(({ server }) => server);
}

/** Asks at most five questions, and only those whose answer would change a file. */
export async function askAll(project: Project, ask: Ask): Promise<Answers> {
  const given = unasked(project);
  const { packed } = project;
  const acting = project.tools.filter((tool) => effectOf(tool).is === 'write');
  const chosen =
    usedFamilies(project).length > 0
      ? given.families
      : familiesBy[await choose(ask, providerQuestion(given.families))];
  const toolNames =
    namedServers(project).length > 0
      ? toolNamesBy[await choose(ask, namesQuestion(given.toolNames))]
      : given.toolNames;
  const addressing = packed.flatMap(({ pack }) => addressingTools(pack));
  return {
    families: chosen,
    toolNames,
    holder: addressing.length > 0 ? addressesIn(await ask(holderText(addressing))) : [],
    acting:
      acting.length > 0 && (await choose(ask, actingQuestion(acting))) === 'u'
        ? 'own-words'
        : 'ask',
    dimensions:
      packed.length > 0 || project.tools.length === 0
        ? 'readers'
        : dimensionsBy[await choose(ask, readersQuestion)],
    mode: (await choose(ask, modeQuestion)) === 'w' ? 'log' : 'enforce',
  };
}

const providers = {
  b: `${families.openai.title} and ${families.anthropic.title}`,
  o: families.openai.title,
  a: families.anthropic.title,
  g: families.gemini.title,
  z: families.azure.title,
} as const;

const familiesBy: Readonly<Record<keyof typeof providers, readonly Family[]>> = {
  b: both,
  o: ['openai'],
  a: ['anthropic'],
  g: ['gemini'],
  z: ['azure'],
};

/** Nobody's answer is what is taken where nobody is asked. */
function providerQuestion(usual: readonly Family[]) {
  const { a, ...others } = providers;
  const choices = usual.join() === familiesBy.a.join() ? { a, ...others } : providers;
  return { text: 'Which provider does the agent talk to?', choices } as const;
}

/** The table of what was found comes after the questions, so this one names its tools. */
function actingQuestion(tools: Project['tools']) {
  const names = namedOnce(tools.map(({ name }) => name));
  return {
    text: `These tools seem to change or send something: ${names}. When they are called:`,
    choices: {
      a: 'ask a person each time',
      u: 'ask only where something that was read had a part in the call',
    },
  } as const;
}

const namedMax = 5;

function namedOnce(tools: readonly string[]): string {
  return someOf([...new Set(tools)], namedMax);
}

const readersQuestion = {
  text: 'May what the tools return be sent to whomever the user names, without asking?',
  choices: {
    n: 'no: ask, or say in the policy who may read what',
    y: "yes: only calls that strangers' words lead to are asked about",
  },
} as const;

const dimensionsBy = { n: 'readers', y: 'integrity' } as const;

const modeQuestion = {
  text: 'From the start:',
  choices: { e: 'enforce the policy', w: 'watch only, record what would have been asked' },
} as const;

const toolNamesBy = { s: 'plain', m: 'by-server' } as const;

function namesQuestion(usual: PolicyParts['toolNames']) {
  const plain = { s: "the server's own (read_file)" };
  const byServer = { m: 'mcp__SERVER__TOOL, as Claude Code does' };
  const choices = usual === 'plain' ? { ...plain, ...byServer } : { ...byServer, ...plain };
  return { text: 'Which names of MCP tools does the model get?', choices } as const;
}

function holderText(tools: readonly string[]): string {
  return (
    `\nWhat only you may read is sent without asking to your own addresses alone, by the tools that\n` +
    `send to addresses: ${namedOnce(tools)}.\nYour e-mail addresses, with commas between them (Enter: none): `
  );
}

/** Asks until the answer is one of the choices, or nothing. */
async function choose<Q extends Question>(
  ask: Ask,
  { text, choices }: Q,
): Promise<keyof Q['choices'] & string> {
  const keys: (keyof Q['choices'] & string)[] = Object.keys(choices);
  const [usual = ''] = keys;
  const lines = keys.map(
    (key) => `  ${key}  ${choices[key] ?? ''}${key === usual ? ' (Enter)' : ''}`,
  );
  for (;;) {
    const typed = (await ask(`\n${text}\n${lines.join('\n')}\n> `)).trim().toLowerCase();
    const found = typed === '' ? usual : keys.find((key) => typed === key);
    if (found !== undefined) return found;
  }
}

/** The words that look like addresses. Others are left out: a group of nobody is the strict one. */
function addressesIn(typed: string): readonly string[] {
  return typed
    .split(/[,;\s]+/)
    .map((each) => each.trim().toLowerCase())
    .filter((each) => /^[^@\s"'<>()[\]{}]+@[^@\s"'<>()[\]{}]+$/.test(each));
}
