// Recorded runs under a policy, for programs without files: the playground runs it in a browser.
import { fieldsOf } from './json.ts';
import { isAgentDojo, readAgentDojo } from './replay/read/agentdojo.ts';
import { readChatLog } from './replay/read/chat-log.ts';
import { conversationOf } from './replay/read/conversation.ts';
import type { RecordReading } from './replay/read/record.ts';

export { faults, readingOf, skips } from './replay/read/record.ts';
export type { RecordedMessage, RecordedRun, RecordReading } from './replay/read/record.ts';
export { replayRun, type Replayed } from './replay/run.ts';
export { wayNamed, wayNames } from './replay/ways.ts';
export { shownSteps, stepWords, type ShownStep } from './show/shown-steps.ts';
export { placesOf } from './show/place.ts';
export { toneOf, type Tone } from './show/tone.ts';

/** Reads a run of AgentDojo, or a conversation of OpenAI or Anthropic. `foreign`: it is neither. */
export function readRecord(value: unknown): RecordReading {
  const fields = fieldsOf(value);
  if (isAgentDojo(fields)) return readAgentDojo(fields);
  const conversation = readChatLog(value);
  if (conversation !== undefined) return conversationOf(conversation);
  return { kind: 'unreadable', because: 'foreign' };
}
