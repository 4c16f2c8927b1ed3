/** The promises of commands that work alone: each id is proved by a test and quoted in the docs. */
export const cliRequirements = {
  'init/servers':
    '`sluice init` starts no MCP server that was not named, drafts each tool that a named one offers, and pins what the server says of it.',
  'init/servers-end':
    'A server that `sluice init` starts ends with all that it started in its process group: after it answered, where it fails, and where `init` is interrupted.',
  'init/servers-private':
    'Neither the reason why a server gave `sluice init` no tools nor what a server calls itself repeats what its entry gives it: arguments, environment, headers, or more of an address than its host.',
  'init/named-files':
    '`sluice init --tools` drafts each tool of the files that it is given and runs none of them; an operation of an HTTP API counts as a read only if its method says so and neither its name nor its description speaks against it.',
  'init/model-stricter':
    'A model that `sluice init` asks makes no setting of the draft looser than the rules have it, and none of its words reach the policy.',
  'audit/read-first':
    'Of a recorded attack only calls that came after its text was read count as harm: that the text lay in the environment is none.',
  'audit/unclear-apart':
    'An attack counts as contained only by a harmful call that was stopped or had no view of its text; else it is unclear, and counted apart.',
  'audit/goal-said':
    'Where the ground truth of an injection task is empty, its goal decides which calls are harm, and the verdict says so.',
  'audit/roles':
    'Under `roles`, `sluice audit` counts no interruption where a stranger’s text stands in nothing but what a call says and the policy lets it, and one where it chose whom the call reaches.',
  'mcp-conformance/whole':
    'A proxy that passes on all but what it must keep fails no scenario of `sluice mcp-conformance` that is not optional.',
  'mcp-conformance/own':
    'The gateway in its transparent profile fails no scenario of `sluice mcp-conformance` that is not optional.',
  'mcp-conformance/broken':
    'For each scenario of `sluice mcp-conformance` there is a proxy that is broken in just that way, and it fails the scenario in each era.',
  'agent-test/unguarded':
    'In the agent of the demo without a guard, `sluice test` finds each of its seven attacks.',
  'agent-test/no-false':
    'In an agent that Sluice guards, `sluice test` finds no call that its policy does not let through.',
  'agent-test/handed-tools':
    '`sluice test` runs no tool that an agent’s file exports without `--real-tools`, and tries nothing on an agent that answers a read without the tool that it was handed.',
  'agent-test/hole':
    'In an agent that puts a stranger’s text where its guard takes it for the user’s, `sluice test` finds the call that this leads to.',
  'agent-test/baseline':
    'Against a baseline, `sluice test` finds an attack on what a policy opens, and none where it opens nothing.',
  'agent-test/seeded':
    'The same seed gives the same pairs and the same findings; `--only` gives one of them again.',
  'agent-test/called-trusted':
    'Where a policy trusts a result without a reason, and the name, description or annotations of its tool say that others write it, `sluice test` treats it as text of strangers.',
  'agent-test/taken':
    'Each report of `sluice test` names the results that the policy takes as trusted, which were therefore not attacked as text of strangers.',
  'agent-test/rules':
    'A rule of calls with a condition that names values is the policy’s word, and `sluice test` names it; calls that a rule which any value meets lets through, or a ceiling beside rules, are attacked.',
  'agent-test/outside':
    'A read that somebody outside sees is a finding of `sluice test` where a stranger’s text may lead to it together with text that not everybody may read.',
  'agent-test/data':
    'Where a policy calls an argument data without a reason, and its name or that of its tool says that something acts on it, `sluice test` lets a stranger’s text stand in it, and `policy check` warns.',
  'agent-test/questions':
    'Each report of `sluice test` names the honest tasks in which a person was asked, and the tools of the calls that they were asked about.',
  'agent-test/help':
    'The agent that the help of `sluice test` shows is whole, runs, and is guarded.',
  'agent-test/gateway':
    'With `--gateway`, `sluice test` puts a gateway with the policy before the model of the agent, and answers its questions at once: with yes to what the task asked for, else with no.',
  'agent-test/unseen':
    'A finding of `sluice test` says if no guard with the policy of the run saw the call, or the answer.',
  'agent-test/held':
    'Where a guard held a call of an honest task and nobody was asked, `sluice test` counts a question, and does not say that the agent made no call.',
  'agent-test/untested':
    '`sluice test` does not pass a policy that names no tool, or a tool of which it could try no call.',
  'run/own-settings':
    '`sluice run` points a coding agent at its gateway by arguments, variables and files of that one process: it writes to none of the user’s own settings.',
  'run/no-keys':
    'The environment of an agent that `sluice run` starts holds neither the provider’s key nor an operator’s, under whatever name they stood.',
  'run/exit-code':
    '`sluice run` ends with the exit code of its agent, and signals that it is sent reach the agent.',
  'run/one-gateway':
    'Agents of one kind in one folder share a gateway under one policy, and it ends with the last of them.',
  'run/sandbox-said':
    'Where no sandbox is possible, the first line of `sluice run` says so, as does `sluice doctor`, and `--network gateway` starts no agent.',
  'run/operator-hidden':
    'An agent in the sandbox of `sluice run` finds no operator’s key and no state of a gateway: not by its path, by a link, in `/proc`, or in a `.sluice` of its workspace, linked or in a folder below.',
  'run/no-self-approval':
    'An agent that `sluice run` started cannot answer a question at the operators’ API with what it was given.',
  'run/policy-fixed':
    'An agent in the sandbox of `sluice run` cannot change, replace or move the policy that guards it, even one that stands in its workspace.',
  'run/policy-accepted':
    'A policy named to `sluice run` that is not as it was at the last start, in itself or in what it includes, starts no agent until a person takes it; the gateway loads a copy that no agent in a sandbox can change.',
  'run/gateway-apart':
    'An agent in the sandbox of `sluice run` neither sees nor signals the process of its gateway.',
  'run/network':
    'With `--network gateway` an agent of `sluice run` reaches its gateway and nothing else.',
  'run/sockets':
    'With `--network gateway` an agent of `sluice run` opens no Unix socket and none of another kind than its own network’s, by whatever call.',
  'run/terminal':
    'An agent in the sandbox of `sluice run` cannot type into the terminal that it was started from.',
  'run/check':
    '`sluice run --check` passes where a call that a stranger’s text led to is held and an honest one runs, and not where the attack gets through.',
  'init-mcp/reversible':
    '`sluice init --mcp` changes only the command lines of the servers that it puts behind Sluice, and `--undo` gives each file back to the character.',
  'mcp/wrap':
    'A stdio server behind `sluice mcp` is shown and called as the gateway’s policy, pins and people say, with one line in the client’s configuration.',
  'audit/common-words':
    'A signature, a lone word or a short number that a call shares with an attack is no evidence that the call is the attacker’s.',
} as const;

export type CliRequirementId = keyof typeof cliRequirements;
