interface Group {
  readonly title: string;
  /** The name of each page, and what the list of pages calls it. */
  readonly pages: readonly (readonly [string, string])[];
}

/**
 * The pages by what a reader came for. Each page of docs/ stands in exactly one group: the build
 * fails for one that is left out.
 */
export const groups: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      ['concepts', 'Concepts'],
      ['demo', 'The demo'],
      ['coding-agents', 'Coding agents'],
      ['gateway', 'Gateway: one base URL'],
      ['mcp', 'MCP servers'],
      ['get-started', 'Library'],
    ],
  },
  {
    title: 'Policies',
    pages: [
      ['policy', 'Write a policy'],
      ['policy-results', 'Label results'],
      ['policy-calls', 'Limit calls and answers'],
      ['policy-check', 'Check and test'],
      ['policy-packs', 'Policy packs'],
      ['propagators', 'Propagators'],
    ],
  },
  {
    title: 'The library',
    pages: [
      ['adapters', 'Adapters'],
      ['adapters-ai-sdk', 'AI SDK'],
      ['adapters-openai-agents', 'OpenAI Agents SDK'],
      ['adapters-langchain', 'LangChain.js'],
      ['nested-agents', 'Agents inside tools'],
      ['agent-test', 'Test an agent'],
    ],
  },
  {
    title: 'The gateway',
    pages: [
      ['operations', 'Operate it'],
      ['service', 'Run it as a service'],
      ['clients', 'Agents'],
      ['clients-that-act', 'Clients that act on text'],
      ['compatibility', 'Compatibility'],
      ['gateway-protocols', 'Protocols'],
      ['mcp-conformance', 'Test an MCP proxy'],
      ['mcp-attacks', 'Attacks of MCP servers'],
    ],
  },
  {
    title: 'Who decides',
    pages: [
      ['approvals', 'Answer approvals'],
      ['console', 'The console'],
      ['operator-api', 'API and terminal'],
      ['why', 'Why was it refused?'],
      ['honest-sessions', 'Questions in honest sessions'],
    ],
  },
  {
    title: 'Runs that were recorded',
    pages: [
      ['audit', 'Audit'],
      ['replay', 'Replay'],
    ],
  },
  {
    title: 'Security',
    pages: [
      ['guarantees', 'Guarantees'],
      ['threat-model', 'Threat model'],
      ['gateway-threat-model', 'Threat model of the gateway'],
      ['specification', 'Specification'],
      ['proof', 'Proof'],
      ['security', 'Report a hole'],
    ],
  },
  {
    title: 'Research',
    pages: [
      ['results', 'Results'],
      ['reproduction', 'Reproduction'],
      ['bench', 'The bench'],
      ['agentsec', 'AgentSecBench'],
      ['agentdojo-policies', 'Policies for AgentDojo'],
      ['privacy', 'Privacy suite'],
      ['privacy-retail', 'The shop'],
      ['labels', 'Minimal labels'],
      ['semantic-dependence', 'Semantic dependence'],
      ['models', 'Weights'],
    ],
  },
  {
    title: 'The project',
    pages: [
      ['contributing', 'Contributing'],
      ['changelog', 'Changelog'],
    ],
  },
];
