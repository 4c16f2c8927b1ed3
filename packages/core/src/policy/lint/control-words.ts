import { isRecord } from '../../history/document.ts';
import { wordsIn } from './write-words.ts';

/** Words of arguments that some interpreter acts on: whom, where, which, how much, what is run. */
const controlWords = new Set(
  (
    'to cc bcc recipient recipients attendee attendees participant participants invitee guest user ' +
    'users owner assignee channel room group path file filename folder directory url uri link ' +
    'address host domain email iban account id ids key amount price quantity count limit date time ' +
    'start end due query sql code command cmd script shell args env header headers attachment ' +
    'attachments prompt instruction instructions expression formula regex pattern filter selector ' +
    'password token secret role permission permissions scope status state branch ref repo owner ' +
    'schema template cron webhook callback'
  ).split(' '),
);

/** Words of tools that run what they are given, or hand it to another agent. */
const runWords = new Set(
  (
    'agent assistant cmd command console eval evaluate exec execute prompt query run script shell ' +
    'sql terminal'
  ).split(' '),
);

/** The sign that something acts on an argument; `undefined`: nothing says so. */
export function controlSign(tool: string, argument: string): string | undefined {
  const own = wordsIn(argument).find((word) => controlWords.has(word));
  if (own !== undefined) return `it is named like an argument that is acted on (\`${own}\`)`;
  const runs = wordsIn(tool).find((word) => runWords.has(word));
  return runs && `its tool is named like one that runs what it is given (\`${runs}\`)`;
}

/** True where a tool was declared so that an argument of it is no free text. */
export function isClosedText(parameters: unknown, argument: string): boolean {
  const properties = isRecord(parameters) ? parameters['properties'] : undefined;
  const schema = isRecord(properties) ? properties[argument] : undefined;
  return isRecord(schema) && (schema['enum'] !== undefined || schema['type'] !== 'string');
}
