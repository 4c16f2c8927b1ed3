import { spawn } from 'node:child_process';
import { Hono } from 'hono';
import type { Agent, AgentRun, TestTool } from '../agent.ts';
import { serveApp, type ServedApp } from '../serve-app.ts';

/**
 * An agent that is a program: it is started anew for each run, reads its task from the standard
 * input, finds the model and the tools at the addresses that its environment names, and prints its
 * answer. Nobody can be asked.
 */
export function commandAgent(command: string): Agent {
  return async (run) => {
    const tools = await serveTools(run.tools);
    try {
      return await outputOf(command, run, tools.url);
    } finally {
      await tools.close();
    }
  };
}

function outputOf(command: string, run: AgentRun, toolsUrl: string): Promise<string> {
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
    child.on('close', (code) => {
      if (code === 0) resolve(out.trim());
      else reject(new Error(`it ended with ${code}: ${errors.trim().slice(-saidMax)}`));
    });
    child.stdin.on('error', () => {});
    child.stdin.end(run.prompt);
  });
}

const saidMax = 400;

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
