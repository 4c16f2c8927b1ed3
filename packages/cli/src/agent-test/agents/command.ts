import { spawn } from 'node:child_process';
import { Hono } from 'hono';
import type { Agent, AgentRun, TestTool } from '../agent.ts';
import { serveApp, type ServedApp } from '../serve-app.ts';
import type { LoadedAgent } from './loaded-agent.ts';

/**
 * An agent that is a program: it is started anew for each run, reads its task from the standard
 * input, finds the model and the tools at the addresses that its environment names, and prints its
 * answer. Nobody can be asked.
 */
export function commandAgent(command: string): LoadedAgent {
  let printed: readonly string[] = [];
  const onErrors = (text: string): void => {
    printed = lastLines(text);
  };
  const agent: Agent = async (run) => {
    printed = [];
    const tools = await serveTools(run.tools);
    try {
      return await outputOf(command, run, { toolsUrl: tools.url, onErrors });
    } finally {
      await tools.close();
    }
  };
  return { agent, tasks: [], printed: () => printed };
}

interface Outside {
  readonly toolsUrl: string;
  /** Is given all of the standard error output. */
  readonly onErrors: (text: string) => void;
}

function outputOf(
  command: string,
  run: AgentRun,
  { toolsUrl, onErrors }: Outside,
): Promise<string> {
  const env = {
    ...process.env,
    OPENAI_BASE_URL: run.baseURL,
    OPENAI_API_KEY: run.apiKey,
    OPENAI_MODEL: run.modelName,
    SLUICE_TEST_TOOLS: toolsUrl,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, env, signal: run.signal, stdio: 'pipe' });
    let [out, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (errors.trim() !== '') onErrors(errors);
      if (code === 0) resolve(out.trim());
      else reject(new Error(`it ended with ${code ?? signal}`));
    });
    child.stdin.on('error', () => {});
    child.stdin.end(run.prompt);
  });
}

const linesMax = 6;

function lastLines(text: string): readonly string[] {
  return text.trimEnd().split('\n').slice(-linesMax);
}

/** `GET /` lists the tools; `POST /NAME` with the arguments as JSON runs one. */
async function serveTools(tools: readonly TestTool[]): Promise<ServedApp> {
  const app = new Hono();
  app.get('/', (context) =>
    context.json(
      tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    ),
  );
  app.post('/:name', async (context) => {
    const tool = tools.find(({ name }) => name === context.req.param('name'));
    if (tool === undefined) return context.text('there is no such tool', 404);
    const args = await context.req.json<Record<string, unknown>>();
    return context.text(await tool.execute(args));
  });
  app.onError((error, context) => context.text(error.message, 500));
  return serveApp(app);
}
