import { families, type FamilyName } from '@sluice/gateway';

/** The family of a provider's protocols, as the gateway's settings name it. */
export type Family = FamilyName;

/** An SDK that can be pointed at the gateway, and how it spells that. */
export interface Sdk {
  readonly id: string;
  readonly title: string;
  readonly language: 'javascript' | 'python';
  /** Its name in the project's manifest. */
  readonly package: string;
  /** Where its requests go: the gateway needs an upstream of it. */
  readonly family: Family;
  /** The line to change; `base` is the gateway's address without a path. */
  readonly line: (base: string) => string;
  /** The environment variable that does the same, without a change of code. */
  readonly variable: { readonly name: string; readonly path: '' | '/v1' };
  /** The variable in which it looks for its key. */
  readonly key: string;
  /** SDKs that it uses inside. */
  readonly insteadOf: readonly string[];
}

type Rest = Pick<Sdk, 'package' | 'title' | 'line'> & Partial<Pick<Sdk, 'variable' | 'insteadOf'>>;

/** The variables that the providers' own clients read, and most frameworks with them. */
function sdk(language: Sdk['language'], family: Family, rest: Rest): Sdk {
  const { client, provider } = families[family];
  const id = `${language}:${rest.package}`;
  const variable = { name: client.variable, path: client.path };
  return { id, language, family, insteadOf: [], variable, key: provider.keyFrom, ...rest };
}

/**
 * Every SDK that is looked for. The OpenAI clients append `/chat/completions` to their base URL,
 * the
 * Anthropic clients `/v1/messages`; the AI SDK's Anthropic provider appends `/messages` alone.
 */
export const sdks: readonly Sdk[] = [
  sdk('javascript', 'openai', {
    package: 'openai',
    title: 'openai (JavaScript)',
    line: (base) => `new OpenAI({ baseURL: '${base}/v1' })`,
  }),
  sdk('javascript', 'anthropic', {
    package: '@anthropic-ai/sdk',
    title: '@anthropic-ai/sdk (JavaScript)',
    line: (base) => `new Anthropic({ baseURL: '${base}' })`,
  }),
  sdk('javascript', 'openai', {
    package: '@ai-sdk/openai',
    title: 'AI SDK, @ai-sdk/openai',
    line: (base) => `createOpenAI({ baseURL: '${base}/v1' })`,
  }),
  sdk('javascript', 'anthropic', {
    package: '@ai-sdk/anthropic',
    title: 'AI SDK, @ai-sdk/anthropic',
    line: (base) => `createAnthropic({ baseURL: '${base}/v1' })`,
    variable: { name: 'ANTHROPIC_BASE_URL', path: '/v1' },
  }),
  sdk('javascript', 'openai', {
    package: '@openai/agents',
    title: 'OpenAI Agents SDK (JavaScript)',
    line: (base) => `setDefaultOpenAIClient(new OpenAI({ baseURL: '${base}/v1' }))`,
    insteadOf: ['javascript:openai'],
  }),
  sdk('javascript', 'openai', {
    package: '@langchain/openai',
    title: 'LangChain.js, @langchain/openai',
    line: (base) => `new ChatOpenAI({ configuration: { baseURL: '${base}/v1' } })`,
  }),
  sdk('javascript', 'anthropic', {
    package: '@langchain/anthropic',
    title: 'LangChain.js, @langchain/anthropic',
    line: (base) => `new ChatAnthropic({ anthropicApiUrl: '${base}' })`,
  }),
  sdk('javascript', 'anthropic', {
    package: '@anthropic-ai/claude-agent-sdk',
    title: 'Claude Agent SDK (JavaScript)',
    line: (base) => `ANTHROPIC_BASE_URL=${base}`,
  }),
  sdk('python', 'openai', {
    package: 'openai',
    title: 'openai (Python)',
    line: (base) => `OpenAI(base_url="${base}/v1")`,
  }),
  sdk('python', 'anthropic', {
    package: 'anthropic',
    title: 'anthropic (Python)',
    line: (base) => `Anthropic(base_url="${base}")`,
  }),
  sdk('python', 'openai', {
    package: 'openai-agents',
    title: 'OpenAI Agents SDK (Python)',
    line: (base) => `set_default_openai_client(AsyncOpenAI(base_url="${base}/v1"))`,
    insteadOf: ['python:openai'],
  }),
  sdk('python', 'openai', {
    package: 'langchain-openai',
    title: 'LangChain, langchain-openai (Python)',
    line: (base) => `ChatOpenAI(model=..., base_url="${base}/v1")`,
  }),
  sdk('python', 'anthropic', {
    package: 'langchain-anthropic',
    title: 'LangChain, langchain-anthropic (Python)',
    line: (base) => `ChatAnthropic(model_name=..., base_url="${base}")`,
  }),
  sdk('javascript', 'gemini', {
    package: '@google/genai',
    title: '@google/genai (JavaScript)',
    line: (base) => `new GoogleGenAI({ httpOptions: { baseUrl: '${base}' } })`,
  }),
];
