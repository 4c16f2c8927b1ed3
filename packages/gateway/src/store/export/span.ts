import { createHash } from 'node:crypto';

/**
 * A span of OTLP's JSON form (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
 */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: within the process, 3: a call to another. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  /** 2: an error. */
  readonly status?: { readonly code: 2; readonly message: string };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

/** Values of attributes; what is no text or number stands there as JSON. */
export type Attributes = Readonly<Record<string, unknown>>;

export function attributesOf(values: Attributes): readonly Attribute[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      if (typeof value === 'number') return { key, value: { intValue: String(value) } };
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return { key, value: { stringValue: text } };
    });
}

/** Milliseconds as OTLP's nanoseconds, which a number could not hold. */
export function nanos(atMs: number): string {
  return String(BigInt(Math.round(atMs)) * 1_000_000n);
}

/** Ids that come out the same in each export, so that a backend sees one span once. */
export function idOf(parts: readonly (string | number)[], { bytes }: { bytes: 8 | 16 }): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return digest.slice(0, 2 * bytes);
}

/** One line of OTLP's JSON: the spans of one run. */
export function exportOf(spans: readonly Span[]): string {
  const resource = { attributes: attributesOf({ 'service.name': 'sluice' }) };
  const scopeSpans = [{ scope: { name: '@sluice/gateway' }, spans }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}
