export { startGateway, type GatewayOptions, type RunningGateway } from './server/start.ts';
export type { LogLine } from './server/log-line.ts';
export { readSettings, type ProfileSettings, type Settings } from './settings/settings.ts';
export type { Store } from './store/store.ts';
