import { getHeapStatistics } from 'node:v8';
import { limits } from '../limits.ts';

/** Shares of the heap that the process was started with. */
export interface HeapShares {
  /** Bytes of bodies that are served at once. */
  readonly bodyBytesMax: number;
  /** Bytes of large replies that are served at once. */
  readonly replyBytesMax: number;
  /** Bytes of runs that stay in memory. */
  readonly runBytesMax: number;
}

/** One body of the largest size is always served, whatever the heap. */
export function heapShares(heapBytes: number = getHeapStatistics().heap_size_limit): HeapShares {
  return {
    bodyBytesMax: Math.max(limits.bodyBytesMax, Math.floor(heapBytes / limits.heapPerBodyByte)),
    replyBytesMax: Math.max(
      limits.upstreamBytesMax,
      Math.floor(heapBytes / limits.heapPerReplyByte),
    ),
    runBytesMax: Math.floor(heapBytes / limits.heapPerRunByte),
  };
}
