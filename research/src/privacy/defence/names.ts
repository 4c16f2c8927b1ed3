/** The propagator with the rules that do best here, for which the product is held to a bound. */
export const product = 'lineage(fields,sums)';

export const gatewayPrefix = 'gateway:';

/** The name of a propagator's defence behind a gateway. */
export function behindGateway(propagator: string): string {
  return `${gatewayPrefix}${propagator}`;
}
