import { askingRequirements } from './requirements/asking.ts';
import { compatibilityRequirements } from './requirements/compatibility.ts';
import { consoleRequirements } from './requirements/console.ts';
import { faultRequirements } from './requirements/faults.ts';
import { postgresRequirements } from './requirements/postgres.ts';
import { fileRequirements } from './requirements/files.ts';
import { geminiRequirements } from './requirements/gemini.ts';
import { identityRequirements } from './requirements/identity.ts';
import { mcpRequirements } from './requirements/mcp.ts';
import { messagesRequirements } from './requirements/messages.ts';
import { operatorRequirements } from './requirements/operator.ts';
import { protocolRequirements } from './requirements/protocol.ts';
import { responsesRequirements } from './requirements/responses.ts';
import { setUpRequirements } from './requirements/set-up.ts';
import { storeRequirements } from './requirements/store.ts';
import { serverRequirements } from './requirements/server.ts';

/** The gateway's promises. Each id is proved by at least one test and quoted in the docs. */
export const gatewayRequirements = {
  ...askingRequirements,
  ...compatibilityRequirements,
  ...consoleRequirements,
  ...faultRequirements,
  ...postgresRequirements,
  ...fileRequirements,
  ...geminiRequirements,
  ...identityRequirements,
  ...mcpRequirements,
  ...messagesRequirements,
  ...operatorRequirements,
  ...serverRequirements,
  ...protocolRequirements,
  ...responsesRequirements,
  ...setUpRequirements,
  ...storeRequirements,
} as const;

export type GatewayRequirementId = keyof typeof gatewayRequirements;
