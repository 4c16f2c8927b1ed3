/**
 * Words with which a person asks for what a tool does, by the verb that its name begins with. They
 * are of English, not of any task.
 */
const verbs: Readonly<Record<string, string>> = {
  add: 'add invite include join put',
  append: 'append add insert extend write put',
  cancel: 'cancel delete remove drop call',
  create: 'create add make schedule book set put organize organise plan write save invite block',
  delete: 'delete remove erase clear drop',
  get: 'get read visit check summarize summarise open look find fetch tell list show what who how',
  invite: 'invite add',
  post: 'post publish create write share put upload',
  remove: 'remove delete kick ban drop',
  reschedule: 'reschedule move postpone delay shift change',
  reserve: 'reserve book',
  schedule: 'schedule pay transfer send set',
  send: 'send reply respond answer forward write tell inform share post say message pay refund return transfer',
  share: 'share send give grant',
  update: 'update change modify adjust increase decrease set correct',
};

/** `Mail Ann`, `please email her`: where these words are no noun. */
const mailing = /(?:^|[.!?,;:]\s+|\b(?:please|then|and|also|to|you)\s+)(?:e-?mail|mail)\b/i;

/**
 * True if the user's own words ask for what a tool does. Where they do not, and others' text is
 * there to be read, it is that text that chooses the tool.
 */
export function asksFor(prompt: string, tool: string): boolean {
  const [verb = ''] = tool.split('_');
  const words = (verbs[verb] ?? verb).split(' ');
  const said = new RegExp(String.raw`\b(?:${words.map(formsOf).join('|')})\b`, 'i');
  return said.test(prompt) || (verb === 'send' && mailing.test(prompt));
}

/** `booked`, `moving`, `reservation`, `payment`; not `says` or `shows`, which tell of a text. */
function formsOf(word: string): string {
  const stem = word.replace(/e$/, '');
  return `${word}|${stem}(?:e?d|ing|ation|ment)`;
}
