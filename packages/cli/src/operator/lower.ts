import type { Seat } from './approvals.ts';
import { OperatorClient, type ClientOptions } from './client.ts';

export interface LowerOptions extends ClientOptions {
  readonly dimension: string;
  readonly to: string;
  readonly because: string;
  readonly tenant?: string;
}

export interface RegionOf {
  readonly kind: 'endorse' | 'declassify';
  readonly run: string;
  readonly region: string;
}

/** Lowers the label of one region of a run in one dimension. */
export async function runLower(
  { kind, run, region }: RegionOf,
  options: LowerOptions,
  seat: Seat,
): Promise<0> {
  const client = new OperatorClient(options, seat);
  const { dimension, to, because, tenant } = options;
  const order = { region, dimension, to, because, ...(tenant !== undefined && { tenant }) };
  await client.post(`/runs/${encodeURIComponent(run)}/${kind}`, order);
  const done = kind === 'endorse' ? 'Endorsed' : 'Declassified';
  seat.terminal.print(`${done}. The run goes on with it from its next request.`);
  return 0;
}
