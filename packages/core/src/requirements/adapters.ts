/** Promises of this part of the core; see ../requirements.ts. */
export const adaptersRequirements = {
  'adapters/honest-done': 'Under each framework the honest task is done without a question.',
  'adapters/attack-stopped': 'Under each framework a call that a stranger dictated does not run.',
  'adapters/own-approval':
    "A call that the person must decide becomes the framework's own approval: yes runs it, no does not.",
  'adapters/own-protections':
    'What runs under a guard would have run without it: approvals and checks that a tool or the app has stay.',
  'adapters/nested-agents':
    'A guarded agent as a tool of another works at the label of its call, and the result carries what it saw.',
  'adapters/nested-refused': 'Agents within agents that a guard cannot follow are refused by name.',
  'adapters/nothing-behind': 'Middleware that a guard would keep from running is refused by name.',
  'adapters/refused-goes-on':
    'A refused call never reaches the framework: the model is told, and goes on with the task.',
  'adapters/narrow-view':
    "What a call may not depend on is redacted from the view that the framework's model gets.",
  'adapters/no-silent-approval':
    "Switching the framework's approval off refuses the call; it does not allow it.",
  'adapters/history-only-raises':
    'A framework that cuts or rewrites its history can only raise labels.',
  'adapters/both-halves':
    'A guarded model stops a run whose tools are without their guard, before it reads their result.',
  'adapters/one-conversation':
    'A second conversation that begins on the guard of another is an error.',
  'adapters/call-checks':
    'Tools that are wrapped without the model are checked at the label of all results so far.',
  'adapters/added-text':
    'A turn that neither the caller nor a tool handed in, and a result that its tool did not give, carries `addedText`: by default the top.',
  'adapters/turns-of-tools':
    'Turns that a tool adds to the conversation carry what its result carries, whoever they say they are from.',
  'adapters/provider-settings':
    'A setting that would bring the model text, state or tools without a label stops the call; an unknown one is left out and told.',
  'adapters/failed-results':
    'However a framework tells that a tool failed, its result is labelled as a failed one.',
  'adapters/refusals-are-no-results':
    "A refusal of the guard is never handed to an app or to a tool's `toModelOutput` as what the tool gave back.",
  'adapters/forced-tool':
    'A choice of a tool that the view hides is sent to no provider, and no call is forced again that was refused.',
  'adapters/reader-streams':
    "Of a framework's own stream a reader is left with the calls and results that an answer to them may hold.",
  'adapters/exact-numbers':
    'A call whose numbers a framework may have rounded on the way does not run.',
  'adapters/unknown-options':
    'An option that does not exist is an error that names the one that was probably meant.',
  'adapters/pins':
    'A tool of an MCP server has the pin that `sluice init` wrote, under each framework that declares it.',
  'adapters/provider-tools': 'Tools that the provider runs on its own are refused when declared.',
} as const;
