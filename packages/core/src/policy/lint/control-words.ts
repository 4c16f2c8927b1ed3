import { isRecord } from '../../history/document.ts';
import { wordsIn } from './write-words.ts';

/** Words of arguments that say whom a call reaches, where it acts, which thing, or how much. */
const targetWords = listed(
  `to cc bcc recipient recipients attendee attendees participant participants invitee guest user
  users owner assignee channel room group path file filename folder directory url uri link address
  host domain email iban account id ids key amount price quantity count limit date time start end
  due attachment attachments password token secret role permission permissions scope status state
  branch ref repo webhook callback source sources src destination destinations dest target targets
  entity entities item items names`,
);

/** Words of arguments that some interpreter runs or reads: what follows them names their form. */
const codeWords = listed(
  `query sql code command cmd script shell args env header headers prompt instruction instructions
  expression formula regex pattern filter selector schema template cron`,
);

/** A last word that says that an argument is text for people: an `email_body` is a body. */
const textWords = listed(
  `body content message text note notes description comment comments remark remarks subject title
  headline summary caption bio`,
);

/** Words of tools that run what they are given, or hand it to another agent. */
const runWords = listed(
  `agent assistant cmd command console eval evaluate exec execute prompt query run script shell sql
  terminal`,
);

/** Words of tools that act on whatever thing an argument names. */
const movingWords = listed(
  `delete remove erase purge drop destroy revoke cancel move rename transfer pay refund`,
);

/** The sign that something acts on an argument; `undefined`: nothing says so. */
export function controlSign(tool: string, argument: string): string | undefined {
  const words = wordsIn(argument);
  const isText = textWords.has(words.at(-1) ?? '');
  const own = words.find((word) => codeWords.has(word) || (!isText && targetWords.has(word)));
  if (own !== undefined) return `it is named like an argument that is acted on (\`${own}\`)`;
  const runs = wordsIn(tool).find((word) => runWords.has(word));
  if (runs !== undefined)
    return `its tool is named like one that runs what it is given (\`${runs}\`)`;
  const moves = isText ? undefined : wordsIn(tool).find((word) => movingWords.has(word));
  return moves && `its tool is named like one that takes what it is told of (\`${moves}\`)`;
}

/** True where a tool was declared so that an argument of it is no free text. */
export function isClosedText(parameters: unknown, argument: string): boolean {
  const properties = isRecord(parameters) ? parameters['properties'] : undefined;
  const schema = isRecord(properties) ? properties[argument] : undefined;
  return isRecord(schema) && (schema['enum'] !== undefined || schema['type'] !== 'string');
}

function listed(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
