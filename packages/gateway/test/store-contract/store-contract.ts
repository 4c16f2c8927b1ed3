import { credentialContract } from './credentials.ts';
import { erasureContract } from './erasure.ts';
import { eventContract } from './events.ts';
import { fileContract } from './files.ts';
import { mcpContract } from './mcp.ts';
import { questionContract } from './questions.ts';
import type { StoreKind } from './store-kind.ts';
import { stateContract } from './working-state.ts';

/** The tests that every store must pass, wherever it keeps what it is given. */
export function storeContract(kind: StoreKind): void {
  stateContract(kind);
  eventContract(kind);
  questionContract(kind);
  erasureContract(kind);
  credentialContract(kind);
  fileContract(kind);
  mcpContract(kind);
}
