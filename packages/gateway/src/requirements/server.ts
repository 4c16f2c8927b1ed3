export const serverRequirements = {
  'server/reload-by-signal':
    'On SIGHUP the policies are read again as on an operator’s order: it is recorded, and where one ' +
    'has a mistake those in force stay.',
  'server/reload-between':
    'A request that is being served when the policies are read again is served to its end, and one ' +
    'of the same run after it under the new policy; neither fails for it.',
  'gateway/log-transparent':
    'In `log` mode requests and responses pass byte for byte, and the mode stands in a header.',
  'gateway/log-labels':
    'In `log` mode a reply carries the label of all that its model saw; a lower one is only told.',
  'gateway/log-goes-on':
    'A conversation that was guarded goes on in `log` mode and under break-glass by the ids of its ' +
    'responses: the provider is sent what its client holds.',
  'gateway/log-apart':
    'A run that was only recorded is not gone on with where calls are stopped, nor the other way.',
  'gateway/log-broken-off':
    'In `log` mode a response that the provider breaks off is broken off for the client too.',
  'gateway/decided-name':
    'The client is told to run the tool that was decided on, by the very name that it declared.',
  'run/reasoning-prefix':
    'Reasoning is replayed behind the very prefix that produced it, and nowhere else.',
  'answer/by-field':
    'Structured output goes out only where its label flows to the ceiling of each field in it.',
  'answer/not-read':
    'Text that is no JSON is ruled as if it held every field, where the client has asked for JSON ' +
    'or it could be taken for some.',
  'answer/streamed-when-known':
    'Structured output is streamed only where it may go out whatever fields it turns out to have.',
  'gateway/failure-passed-on':
    'That a tool failed reaches the provider in the protocol’s own mark, where its result does.',
  'gateway/provider-tool-named':
    'A tool that the provider runs is left out of the request where the policy does not name it as ' +
    'source and sink, and the record says so.',
  'gateway/reduction-told':
    'What was left out of a request or kept unread stands in headers of the answer and in the record ' +
    'of its run, by names alone; names out of the conversation are labelled top.',
  'gateway/unread-answer':
    'An answer with a block, an item or a part that nobody knows is no error: all of it is ' +
    'labelled top, and none of it is streamed behind that part.',
  'gateway/provider-tool-result':
    'What a provider’s search finds has a part in the label of all that is generated with it.',
  'gateway/provider-tool-unasked':
    'A reply that says of itself that something was looked up for it unasked is no answer.',
  'gateway/provider-tool-kept':
    'Searches and what they found go back to the provider behind the very prefix that produced them.',
  'gateway/provider-tool-left-out':
    'A view that may not go into a search goes to the provider without the tool.',
  'gateway/client-restricts':
    'A client may say that a text part, or all that it sends, carries more than its key says.',
  'gateway/client-cannot-relax': 'Nothing that a client says of labels makes one more permissive.',
  'run/bytes-bounded':
    'Runs that stay in memory are bounded by what they hold; those used longest ago are read anew.',
  'gateway/body-bounded':
    'A body past its bounds in bytes, depth or values is refused before anything is made of it.',
  'gateway/bodies-wait':
    'Bodies that are served at once are bounded by their bytes: those beyond wait unread, in their ' +
    'turn, or are told when to come again.',
  'gateway/idle-gives-way':
    'A request that waits for a person stops waiting where another needs the room that it takes.',
  'gateway/large-reply-waits':
    'A provider’s reply that is large is read on when there is room for it, and what is larger ' +
    'than any model writes is refused.',
  'gateway/log-takes-room':
    'In `log` mode a body keeps its room till it is recorded, and the copy of a large answer takes ' +
    'room; an answer that finds none, or that no guarded profile would read, passes unrecorded.',
  'gateway/large-in-turns':
    'What is done with a large body is done in parts, between which others get their turn.',
  'gateway/numbers-kept':
    'A number goes on digit by digit as it was written: in arguments, transcripts, schemas and settings.',
} as const;
