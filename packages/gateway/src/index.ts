export { newSecret, secretHash } from './store/secrets.ts';
export { families, familyNames, usualUpstreams, type FamilyName } from './protocol/families.ts';
export { startGateway, type GatewayOptions, type RunningGateway } from './server/start.ts';
export type { LogLine } from './server/log-line.ts';
export { localPathOf } from './settings/database-address.ts';
export { firstKeys, keyFileOf, type FirstKeys, type KeyFile } from './settings/first-keys.ts';
export { isSafeListen, listenUrl } from './settings/loopback.ts';
export { hasUsualUpstreams, isOwnKey, requireKeys, withKeysOf } from './settings/provider-keys.ts';
export {
  readSettings,
  usedUpstreams,
  type ProfileSettings,
  type Settings,
} from './settings/settings.ts';
export { policyReader } from './settings/policy-reader.ts';
export { skeleton } from './settings/skeleton.ts';
export type { Store } from './store/store.ts';
export { errorCode, tlsProblem } from './upstream/tls-problem.ts';
