import { urlFile, usualUrl } from './where.ts';

/** What `--url` is, for every command that takes it. */
export const urlHelp: string = `address of the gateway (default: from ${urlFile}, else gateway.yaml, else ${usualUrl})`;
