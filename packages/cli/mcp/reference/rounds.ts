import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { oneField } from './answers.ts';

/** Seals what the server wants back with the client's answers. */
export const codec = createRequestStateCodec<string>({ key: randomBytes(32) });

const name = inputRequired.elicit(oneField('What is your name?', 'name'));
const ok = inputRequired.elicit(oneField('Please confirm', 'ok', 'yes'));
const capital = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
});
const greeting = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
  maxTokens: 50,
});
const roots = inputRequired.listRoots();

interface Asking {
  readonly questions: Readonly<Record<string, InputRequest>>;
  readonly hasState?: true;
}

/** Tools of the official suite that ask before they answer. */
const asking: Readonly<Record<string, Asking>> = {
  test_input_required_result_elicitation: { questions: { user_name: name } },
  test_input_required_result_sampling: { questions: { capital_question: capital } },
  test_input_required_result_list_roots: { questions: { client_roots: roots } },
  test_input_required_result_request_state: { questions: { confirm: ok }, hasState: true },
  test_input_required_result_tampered_state: { questions: { confirm: ok }, hasState: true },
  test_input_required_result_multiple_inputs: {
    questions: { user_name: name, greeting, client_roots: roots },
    hasState: true,
  },
};

export function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}

/** True where each question has an answer that is one. */
function isAnswered({ mcpReq }: ServerContext, keys: readonly string[]): boolean {
  return keys.every((key) => {
    const answer = mcpReq.inputResponses?.[key];
    if (typeof answer !== 'object' || answer === null) return false;
    return !('action' in answer) || (answer.action === 'accept' && isForm(answer));
  });
}

function isForm(answer: object): boolean {
  const content: unknown = 'content' in answer ? answer.content : undefined;
  if (typeof content !== 'object' || content === null) return false;
  return Object.values(content).every((value) => typeof value === 'string' || value === true);
}

export function registerRounds(server: McpServer): void {
  for (const [tool, { questions, hasState }] of Object.entries(asking)) {
    server.registerTool(tool, { description: 'Asks before it answers' }, async (context) => {
      const isDone = isAnswered(context, Object.keys(questions));
      if (isDone) return text(`state-ok: ${JSON.stringify(context.mcpReq.inputResponses)}`);
      const state = hasState === true ? { requestState: await codec.mint(tool, context) } : {};
      return inputRequired({ inputRequests: questions, ...state });
    });
  }
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks twice' },
    async (context) => {
      if (isAnswered(context, ['step2'])) return text('Both rounds are done.');
      const isSecond = isAnswered(context, ['step1']);
      const [key, question] = isSecond
        ? ['step2', inputRequired.elicit(oneField('Step 2: which color?', 'color'))]
        : ['step1', inputRequired.elicit(oneField('Step 1: What is your name?', 'name'))];
      const requestState = await codec.mint(key, context);
      return inputRequired({ inputRequests: { [key]: question }, requestState });
    },
  );
  registerCareful(server);
}

/** Tools that look at what the client can do, and a prompt. */
function registerCareful(server: McpServer): void {
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only for what the client can do' },
    async (context) => {
      if (context.mcpReq.inputResponses !== undefined) return text('Answered.');
      const { sampling, elicitation } = capabilitiesOf(context);
      const inputRequests = {
        ...(sampling === undefined ? {} : { capital }),
        ...(elicitation === undefined ? {} : { name }),
      };
      return inputRequired({ inputRequests });
    },
  );
  server.registerTool(
    'test_missing_capability',
    { description: 'Needs sampling' },
    async ({ mcpReq }) =>
      mcpReq.inputResponses === undefined
        ? inputRequired({ inputRequests: { capital } })
        : text('Answered.'),
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks before it answers' },
    async (context) =>
      isAnswered(context, ['user_context'])
        ? { messages: [{ role: 'user', content: { type: 'text', text: 'Use the answer.' } }] }
        : inputRequired({
            inputRequests: {
              user_context: inputRequired.elicit(
                oneField('What context should the prompt use?', 'context'),
              ),
            },
          }),
  );
}

const capabilitiesKey = CLIENT_CAPABILITIES_META_KEY;

function capabilitiesOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> {
  const said = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {})).get(capabilitiesKey);
  return typeof said === 'object' && said !== null ? { ...said } : {};
}
