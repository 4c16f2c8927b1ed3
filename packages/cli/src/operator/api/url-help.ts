import { urlFile, usualUrl } from './where.ts';

/** The help of `--url`, for every command that takes it. */
export const urlHelp: string = `address of the gateway (default: from ${urlFile}, else gateway.yaml, else ${usualUrl})`;
