/** What a client is told in place of an answer. Free of values; each says what to do next. */
export const told = {
  gone: 'The MCP server has ended or cannot be reached. Start it again: restart this client.',
  noTasks: 'Sluice does not pass on tasks: make the call without `task`.',
  notKept:
    'Sluice could not keep the label of this result, so it is not given out. The call was made: do ' +
    'not simply repeat it. Look at the gateway’s log.',
  notChecked: 'Sluice could not check this request: try again.',
  unknownMethod: 'Sluice does not pass on this method.',
  unknownVersion: 'The server speaks a version of MCP that Sluice does not.',
  notAsked: 'Sluice: these answers are to nothing that was asked: make the request anew.',
  asksTooMuch:
    'The server asks the client for something that the policy does not let it ask for. A policy ' +
    'that names `mcp:elicitation` lets it put forms before the user.',
  oldVersion: 'Sluice does not serve this version of MCP.',
  error: 'The server answered with an error.',
  noMessage: 'Sluice: this is no message of JSON-RPC',
  unknownCursor: 'Sluice: this server’s list has no such page. List from the beginning.',
  introduced: 'Sluice: this session has begun already. Begin another one.',
  noRoots: 'The policy lets no server ask for roots: it does not name `mcp:roots`.',
  notAnswered: 'The client gave no answer that Sluice passes on.',
  tooLarge:
    'The MCP server gave more at once than Sluice takes (32 MB), and was ended. Start it again, ' +
    'and ask for less: a page, a range of lines, fewer files.',
  idInUse: 'Sluice: this id is in use',
  tooMany: 'Sluice: too many requests wait: send fewer at once',
  noCall: 'Sluice: a call needs a `name`, and `arguments` that are an object.',
  noAddress: 'Sluice: a resource is asked for by its `uri`.',
  hidden:
    'Sluice did not pass this on: what the server says of it is new or has changed, and nobody has ' +
    'accepted it. Whoever runs Sluice looks at it: sluice mcp diff; then: sluice mcp accept.',
} as const;
