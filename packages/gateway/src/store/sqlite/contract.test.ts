import path from 'node:path';
import { storeContract } from '../../../test/store-contract/store-contract.ts';
import { temporaryFolder, temporaryStore } from '../../../test/temporary-store.ts';

storeContract({
  open: temporaryStore,
  openTwice: async () => {
    const file = path.join(temporaryFolder(), 'sluice.db');
    return [await temporaryStore({ file }), await temporaryStore({ file })];
  },
});
