/** Promises of this part of the core; see ../requirements.ts. */
export const policyRequirements = {
  'policy/anchors':
    'An alias in a policy stands for what its anchor holds, and all of them together for a bounded number of values.',
  'policy/templates':
    'A tool that is `like` a template says all that the template says, but for what it says itself.',
  'policy/include':
    'What the files that a policy includes say of tools holds as if the policy said it itself.',
  'policy/servers': 'The tools of a pack stand under each prefix of its server.',
  'policy/data-ceilings':
    'An argument that a policy calls data has a ceiling of its own, which a value of another form, or with an address, a mention or a directive in it, does not get.',
  'policy/data-conditions':
    'A condition on a data argument lowers ceilings and raises none, and data cannot name readers.',
  'policy/stores':
    'A result that reads a store has no label below what the policy lets calls write there.',
  'policy/order-free': 'The order of rules never changes a label, a ruling or an outcome.',
  'policy/every-dimension': 'A label or ceiling that does not name every dimension is an error.',
  'policy/rule-replaces-default':
    'A rule replaces the default label at the deepest value that it matches.',
  'policy/shape-declared':
    'Keys, order and length have a label of their own only in containers that rules lead through or name.',
  'policy/keys-labelled':
    'A rule says the label of the keys of a map apart from that of its values, and of no other map.',
  'policy/keys-decide':
    'The label of a key that decides about a value, by a condition or because a path names it, is joined into that value and those beside it, unless the rule says `endorse`.',
  'policy/keys-hidden':
    'What a view shows of a result does not depend on keys above its label, whatever rules read them.',
  'policy/keys-are-text':
    'A key that no rule names carries the label of the map and of its value, whatever the label of the shape.',
  'policy/condition-labels':
    'A conditional label carries the labels of the fields that the condition read, unless endorsed.',
  'policy/arguments-as-written':
    'The conditions on what a call asked for read the arguments that the model wrote, whatever a schema, a tool or a client makes of them.',
  'policy/result-by-arguments':
    'A result rule with `args` applies to calls with such arguments; of a call that is not known, the labels with and without it are joined.',
  'policy/operators-imply':
    'Where `check` says that one condition follows from another, or that nothing meets it, no value differs.',
  'policy/path-unclear':
    'It is unknown if a path lies under a folder where programs may read the path in different ways.',
  'policy/host-unclear':
    'It is unknown which host an address has where programs may read the address in different ways.',
  'policy/shell-unclear':
    'A command that bash, dash and zsh may read in different ways, or that expands more than patterns of names, is `unknown`.',
  'policy/shell-listed':
    'A command has no effect but those that the tables of programs and flags know; with any other program or flag it is `unknown`.',
  'policy/shell-paths':
    'What a command reads and writes is judged by path, in each folder in which it may stand.',
  'policy/file-kinds':
    'A path is of every kind that some reading of its names gives it, whatever their case and width.',
  'policy/patch-closed':
    'A patch that some version of `apply_patch` may read in another way is of no known kind.',
  'policy/condition-unknown':
    'A condition on missing, mistyped or mixed values never lowers a label and never raises a ceiling.',
  'policy/result-unreadable':
    'A result that is not the document that it should be carries every label that its rules could give.',
  'policy/unsaid-failure':
    'Text that is no document, or does not begin as a success does, carries the label of a failure too.',
  'policy/failure':
    'The text of a failure carries the label of unlabelled data and every label of the tool, unless the policy says which.',
  'policy/result-floor': 'The floor of a tool flows to every label of its results.',
  'policy/readers-closed':
    'Readers computed from missing, empty or unreadable values are nobody for data and everyone for a ceiling.',
  'policy/unknown-tool': 'A tool that the policy does not name is never called automatically.',
  'policy/arguments-closed':
    'Arguments that are not one JSON object without duplicate keys and `__proto__` are denied.',
  'policy/error-denies': 'An error while a policy rules denies; while it labels, the label is top.',
  'policy/strictest-wins':
    'Of several rules that hold, the meet of the ceilings and the strictest action count, and a denial wins.',
  'policy/answer-links': 'An answer that holds links or images has a ceiling of its own.',
  'policy/post-check':
    'An answer or a call in which something stands that the policy forbids is denied, whatever its label, in each of the spellings that are listed.',
  'policy/post-check-closed':
    'A text that is too long or too deeply encoded to look through, or that the check fails on, is denied; a policy does not load without a table of look-alikes.',
  'policy/post-check-secret':
    'No refusal, no error and no hash of a policy holds a value that its check looks for.',
  'policy/post-check-linear': 'The work of the check is at most that of the length of the text.',
  'policy/post-check-reply':
    'All calls of one reply together are looked through up to a bound, and what comes behind it is denied.',
  'policy/post-check-whole': 'Where answers are checked, none of an answer goes out before it is.',
  'policy/answer-inert-links':
    'With `links: inert`, an answer that only its links keep from going out goes out in a form in which none is left; one that acts, is JSON by request, or is denied for its text does not.',
  'policy/answer-fields':
    'A field of a structured answer has a ceiling of its own, and the meet of all that it may hold counts.',
  'policy/answer-unread':
    'Text that is no JSON, yet is asked to be or could be taken for some, has the ceilings of all fields.',
  'policy/answer-acts':
    'An answer that clients act on may be caused by what is trusted alone, where no ceiling is given.',
  'policy/span-from': 'A span from a mark on goes to the end of the text, whatever stands there.',
  'policy/answer-floor': 'The floor of the answer flows to the ceiling of every possible answer.',
  'policy/provider-tools':
    'A tool that the provider runs is named as source and sink, or it may not run.',
  'policy/clearance':
    'A model that the policy does not name sees everything as main model and only bottom as judge.',
  'policy/pin': 'The description of a tool that is not as it was pinned is top.',
  'policy/errors-say-where': 'Every mistake in a policy names file, line, column and what to type.',
  'policy/schema-in-step': 'The published JSON Schema accepts what the loader reads, and no more.',
  'policy/spans-across-parts':
    'A span that opens in one part of a turn and closes in another covers what stands between, and no more than the parts in which it opens and closes.',
  'policy/spans-in-documents':
    'Under `auto` a text that reads as JSON or YAML carries the labels of the spans in it.',
  'policy/linear':
    'Labelling a result takes time linear in its text, or ends with every label that its rules could give.',
  'policy/result-budget':
    'What labelling a result may cost is counted over all its values: over the budget it carries every label that its rules could give.',
  'policy/parsed-once':
    'The text of a result is parsed once, however often it is labelled, redacted and traced.',
  'policy/patterns-bounded':
    'A pattern never backtracks; on a text that is too much for it, it is not known what it says.',
  'policy/check-lists': 'A check warns of a rule that holds back only the texts that it lists.',
  'policy/diff-complete':
    'The comparison of two policies names every flow that the second opens, as far as its conditions list values, and no other; each comes with a call that shows it.',
  'policy/check-trust':
    'A check warns of settings that give strangers trust without a word: labels that only rules raise, calls that are only recorded, writes and links without a limit, writes that are called reads, sources that strangers write to.',
  'policy/check-reasons':
    'A check warns of a judgement without a reason: a shape below its label, an endorsement, trusted text of a write or of a failure.',
  'policy/check-names':
    'A check that is given the tools warns of a tool that nobody offers, and names the one that was meant, under whatever prefix.',
  'policy/check-raise':
    'A check warns wherever a field above a label decides that label or its readers.',
  'policy/same-source-same-hash': 'The same policy has the same hash, as YAML or as TypeScript.',
} as const;
