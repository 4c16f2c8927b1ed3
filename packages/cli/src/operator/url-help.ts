import { urlFile, usualUrl } from './where.ts';

/** What `--url` is, for every command that takes it. */
export const urlHelp: string = `where the gateway listens; default: what ${urlFile} says, else gateway.yaml, else ${usualUrl}`;
