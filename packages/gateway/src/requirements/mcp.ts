/** Promises of MCP servers behind the gateway. See ../requirements.ts. */
export const mcpRequirements = {
  'mcp/call-checked':
    'A call of a tool of an MCP server is decided at the join of all that its client has received from any MCP server, and none above the ceiling reaches the server.',
  'mcp/sessions-share':
    'A client that opens a new session, or goes to another server, has read what it has read before; a restart of the gateway does not change that.',
  'mcp/asked':
    'A call that is asked about waits at most 45 seconds; after a yes the very same call is made once, and another is asked about anew.',
  'mcp/pinned':
    'What a server offers is hidden, and cannot be called, until somebody accepts it, and again once any of it reads otherwise.',
  'mcp/shadowed':
    'A server that offers a tool under the name of another server’s is not ruled by what the policy says of that.',
  'mcp/session-bound': 'A session of MCP is served only to the key that began it.',
  'mcp/tenant':
    'An MCP server in the settings is there only for clients of the tenants that it names, and what one tenant accepts is not told to another.',
  'mcp/revoked': 'A revoked key ends the sessions, streams and tunnels that were opened with it.',
  'mcp/joined':
    'Where a client has its model behind the gateway too, a call of an MCP tool is the one that was released to its key: by name and arguments, once, at exactly its label; another does not reach the server.',
  'mcp/joined-asked':
    'Where the settings say `joined: ask`, a person decides on each call that was not released.',
  'mcp/joined-results':
    'A result of a released call that is not what its client was given has the label of all that the run has seen.',
  'mcp/joined-clients':
    'Claude Code and Qwen Code, as they are installed, have their calls of MCP tools matched with what their model asked for, and their results known again.',
  'mcp/accepted-as-shown':
    'An endorser accepts an offer of an MCP server by the hash of what was shown; one that reads otherwise by then is not accepted, and the act stands in the audit.',
  'mcp/offers-cleared':
    'An operator sees, and accepts, only offers of MCP servers whose words are within their clearance.',
  'mcp/look-alike':
    'An offer of an MCP server whose name looks like another’s (UTS 39) is shown with that other one.',
  'mcp/forget':
    'What a server offered is forgotten only where an endorser says so, with a reason; it is new and hidden again.',
  'mcp/reset':
    'What a client has read is forgotten only where an endorser says so, with a reason, or where the settings say that it ends with the gateway.',
  'mcp/audit':
    'Each call of an MCP server’s tool stands in the audit with its label and decision, and so does what it gave back.',
  'mcp/stateless':
    'A request of MCP without a session is checked, pinned and labelled as one within a session, and one whose headers and body disagree reaches no server.',
  'mcp/answers-asked':
    'What a client answers without a session reaches an MCP server only where it asked this client, for this very request, and no longer than ten minutes ago.',
  'mcp/bridge':
    'A client of MCP with sessions and one without use servers of either kind at an address, under one label.',
  'mcp/oldest-version': 'A version of MCP that is older than the settings allow reaches no server.',
  'mcp/tunnel':
    'What passes through `sluice mcp` is decided in the gateway, and nothing passes once that has gone.',
  'store/mcp':
    'What MCP servers offer, what was accepted, and what their clients have received is kept by tenant, sealed, outlives runs, and is forgotten on request.',
} as const;
