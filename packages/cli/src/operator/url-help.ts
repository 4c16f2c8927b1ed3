import { usualUrl } from './client.ts';

/** What `--url` is, for every command that takes it. */
export const urlHelp: string = `where the gateway listens; default: ${usualUrl}`;
