/** Promises of this part of the core; see ../requirements.ts. */
export const historyRequirements = {
  'history/exact-ranges':
    'A document with any of its values replaced by the placeholder parses, all others unchanged.',
  'history/unreadable':
    'A text that is not exactly the document that it claims to be is unreadable as a whole.',
  'history/labels-stay':
    'Printing a content, an opaque part or a history shows neither text nor keys.',
  'history/shape': 'The label of a container flows to the label of each of its parts.',
  'history/append-only': 'A history that someone holds never changes.',
  'history/joined-once':
    'From step to step only new messages are joined into the label of a history.',
  'history/known-again':
    'A turn that repeats 32 characters or more of a known text carries the label that they had there.',
  'history/known-answer':
    'A result that repeats 32 characters or more of what another run answered carries the label that they were first known with; what others only read raises nothing.',
  'history/known-before':
    'Text that was known earlier at a lower label raises nothing where somebody repeats it later.',
  'redact/rendered-once': 'From step to step only new messages of a view are written.',
  'redact/noninterference':
    'A view is a function of the regions that flow to its label and of public structure.',
  'redact/drop':
    'With `structure: drop`, a view does not even tell how many calls above its label there were.',
  'redact/exact': 'What flows to the label of a view is in it character by character.',
  'redact/failure':
    'That a call failed is in a view where the shape of its result flows to it, and nowhere else.',
  'redact/parseable': 'A redacted JSON or YAML document parses.',
  'redact/ids': 'A view holds no stored id: calls are counted in the view.',
  'redact/paired': 'In every view each call has exactly one result, and no result stands alone.',
  'redact/undeclared':
    'A hidden call shows the name of its tool only where it was declared and the policy names it.',
  'redact/tool-names':
    'A tool that no policy names leaves a view with its description, its schema and its name.',
  'redact/placeholder-found':
    'The placeholder in call arguments is found behind escapes, percent-encoding and case.',
} as const;
