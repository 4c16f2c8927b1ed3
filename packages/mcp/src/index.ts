export { isRecord } from './fields.ts';
export { errorTo, type Message, type Reply, type Request } from './message.ts';
export { offerOf, type Offer, type OfferKind } from './offer.ts';
export type { Gatekeeper, Received, ServerCall, Sources, Word } from './gatekeeper.ts';
export { McpProxy, type ProxyOptions, type SendOptions } from './proxy.ts';
export { mcpLimits } from './limits.ts';
export { serverNameForm } from './server-name.ts';
export { told } from './told.ts';
export { hear } from './wire.ts';
