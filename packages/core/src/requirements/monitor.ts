/** Promises of the monitor: the guarded step, confirmation, records. See ../requirements.ts. */
export const monitorRequirements = {
  'arguments/numbers-keep-text':
    'A number in a call is shown, approved, compared and handed out as the model wrote it, digit by digit.',
  'arguments/numbers-exact-or-refused':
    'A tool is never given another number than the one that was checked and shown: the call is refused.',
  'arguments/bounds-exact':
    'A condition on a number that JavaScript cannot hold is decided exactly, or counts as unknown.',
  'step/redacted-view': 'A generation is sent only the regions that flow to its label.',
  'step/one-label': 'Every call of one generation carries the label of the view it came from.',
  'step/tool-names':
    'No view below the label of a tool that no policy names holds its name, and a call of it from there is one of an unknown tool.',
  'step/result-label': 'A result is labelled with the join of its source and its call.',
  'step/answer-label': 'The answer carries the label of the generation that stopped.',
  'step/unhelped':
    'A narrower view is generated only where it would allow more, or as the run says before a question.',
  'step/as-written':
    'Without shortcuts the output of a step is generated from the propagator’s view, whatever the draft was.',
  'step/fallback': 'A narrow view that makes no call falls back to the draft at the full label.',
  'step/allowed-draft': 'A draft is taken unscreened only where no label creeps into its results.',
  'step/lazy-read': 'A read is lowered only where its narrow view makes the identical call.',
  'step/narrow-question':
    'Where a run asks for it, a call is asked about or refused at the propagator’s label, if the view at it makes the draft’s own calls, or others that are allowed there and new in this turn; else at the draft’s.',
  'step/ceiling-view':
    'Where a run asks for it, a call is asked about or refused for its label only after the view at its ceiling was tried.',
  'step/staged':
    'Where a run asks for it, what a call only says is taken over from the draft, with the label of its whole view, if all that is acted on came out again from the view that it depends on.',
  'step/staged-outcome':
    'Whatever comes of such a call carries the label of what it says: in views below it, calls that ran, failed and were refused look alike.',
  'step/read-back':
    'Once a call was decided on at a label above what the policy lets be written to a store, results of the same run that read the store carry that label, whatever came of the call.',
  'step/files':
    'Where labels of files are known, what a call gives back carries those of the files that it reads, and a call that may run files is decided at theirs; where they cannot be told, they are top.',
  'step/files-while-held':
    'A call that waited with others for a person is not given out once the files that it may run carry more than it was decided at.',
  'step/other-drafts':
    'Where another model makes the drafts, nothing that it says is an output, and no text of its is streamed.',
  'step/other-drafter-cleared':
    'A model that drafts for another is sent only what the policy clears it for as a second model.',
  'step/clearance': 'Nothing above its clearance is sent to a model, drafts included.',
  'step/streaming': 'Text is streamed only where the full label flows to every answer ceiling.',
  'answer/sink': 'An answer whose label does not flow to its ceiling is not given.',
  'answer/acts':
    'Where clients act on answers, none of an answer goes out before it is decided on, and no text ' +
    'of ours stands in its place: what waits or is refused is an error.',
  'call/unknown-tool': 'A call of a tool that was not declared never runs, whatever its label.',
  'call/unparseable': 'A call whose arguments are not a JSON object never runs.',
  'call/truncated': 'No call of a truncated generation runs.',
  'call/placeholder': 'A call with a placeholder in its arguments never runs.',
  'call/limit': 'Calls beyond the limit of one generation are refused.',
  'call/policy-fails': 'A policy that throws has permitted nothing and labelled everything top.',
  'call/checked-value': 'The tool is given the value that was checked.',
  'propagator/fails-closed': 'A propagator that fails, hangs or lies makes everything relevant.',
  'tool/fails-closed': 'A tool that throws has a failed result with the labels of its source.',
  'tool/result-kept': 'A tool that writes into its result afterwards changes nothing of it.',
  'tool/failure-label':
    'However a tool fails, the text of it has the label of a failure, which is top unless the policy says otherwise.',
  'session/failure-label':
    'What a framework makes of a tool that threw or said that it failed has the label of a failure.',
  'model/fails-closed': 'A model that fails, hangs or answers nonsense makes no call.',
  'confirm/exact-call': 'A yes counts only for the hash of the very request that was shown.',
  'confirm/no-answer': 'No answer, a late one, or a malformed one is no.',
  'confirm/cleared': 'A call above the clearance of the person is refused without being shown.',
  'confirm/duty': 'A separation-of-duty label needs a yes from everyone whom it names.',
  'confirm/nobody': 'Where nobody can be asked, what would be asked is refused.',
  'confirm/no-lowering': 'A yes lets one call run and lowers no label.',
  'refusal/labelled': 'A refusal carries the label of its call.',
  'refusal/no-values': 'A refusal names rule, reason and dimension, and no value.',
  'explain/at-label': 'A person is shown evidence only from regions that flow to the call.',
  'explain/bounded':
    'An explanation names every source that was found, and quotes no more than anybody reads.',
  'explain/stopped':
    'Where only stopped calls are explained, so is each generation with a call that the policy does not simply allow.',
  'explain/under-padding':
    'Whatever stands in its other arguments, and however much, what is asked about shows where each came from, or that nobody knows.',
  'mode/log': 'In log mode a violation runs, and the decision says what would have happened.',
  'events/replay': 'The events of a run suffice to decide it again, to the same decisions.',
  'events/cleared': 'An event shows a reader no text above their clearance.',
  'events/one-outcome':
    'Of a call whose data has a label of its own, an event shows a reader below that label the same whether it ran, failed or was refused.',
  'events/labels':
    'An event shows a reader no label that does not flow to them or names other readers, and no argument of a call that does not.',
  'events/line': 'A line of an event log is one JSON object that names its run, whatever is in it.',
  'turn/abort': 'An aborted turn makes no further call.',
  'turn/limits': 'A turn ends at its limits of steps and refusals.',
  'session/known-labels': 'A message that a run knows keeps the label that it was made with.',
  'session/high-water': 'Changed history takes the join of everything that the run has seen.',
  'session/fewer-parts':
    'A turn of the user’s that has lost parts keeps the labels of the others, and what is new takes those of the parts that are gone.',
  'session/known-again':
    'A system or user turn that repeats what the run knows carries the label that it has there.',
  'session/media-behind-results':
    'Where a client may move it there, as through the gateway, an image or a file in a turn of the user right behind results carries their labels.',
  'session/known-again-declared':
    'A tool or form of an answer that a client declares anew carries the label of what it repeats of what the run knows.',
  'session/known-again-in-turns':
    'While a long turn is searched for what the run knows, others get their turn.',
  'session/system-aside':
    'A system turn that changes neither breaks a run nor lowers a label: it is labelled as the first was.',
  'session/written-anew':
    'Where the policy says that clients write the conversation anew, a turn of the assistant that no ' +
    'run gave is top by itself, one that another run of the client gave has the label that it had, ' +
    'and one that the client always says is bottom.',
  'session/unanswered':
    'Where a client sends no result for a call that it was given, what it says next carries what the result would.',
  'session/hidden-refusals': 'Refused calls reach the model and not the framework.',
  'session/exact-call': 'A framework runs the arguments that were checked, once.',
  'session/approval': 'A call that asks runs only after the framework says yes to it.',
  'lower/audited': 'A label is lowered only by a person, downwards, with a reason on record.',
  'checks/label': 'With tools alone wrapped, a call carries the join of all results before it.',
  'session/held':
    'A call that waits for a person is given out, after a yes, as it was asked about; the model is not asked again.',
  'session/refusals':
    'A client chooses how it learns of refused calls; none of the ways tells it their arguments.',
  'session/restored':
    'A session goes on in another process with its labels, its calls and its open questions.',
  'session/restored-policy':
    'Under another policy than the one that decided, each call that has not run is decided again, and no earlier yes counts.',
  'session/restored-shortcuts':
    'A session that another process goes on with takes its steps by the shortcuts that its record names.',
  'nested/start-label':
    'A run inside a tool call starts at the label of the call, whatever the tool does.',
  'nested/high-water':
    'What a call gives back carries all that the runs inside it saw, also where it throws, streams or breaks off.',
  'nested/late':
    'A run that goes on after its call has ended still has the label of the call, and later results what it saw.',
  'nested/other-lattice': 'A run inside a call of a policy with another lattice is refused.',
  'nested/no-context':
    'Where the platform cannot follow a call, a run works for every call that is running.',
  'nested/read-back':
    'What an agent inside a call wrote reads back in the agents around it, and beside it, as in its own.',
  'nested/one-run': 'An outer and an inner run together are noninterfering like one run.',
  'redact/reasoning':
    'Reasoning of a provider is shown whole, where its whole generation is shown, or not at all.',
  'provider-tool/decided-before':
    'A tool that the provider runs is given to the model only with a view that flows to its ceiling.',
  'provider-tool/result-label':
    'A generation in which the provider ran a tool carries the label of what that finds.',
  'provider-tool/not-streamed':
    'Text is streamed only where what a provider’s tool may find can go into every answer too.',
} as const;
