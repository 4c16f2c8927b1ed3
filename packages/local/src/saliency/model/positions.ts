import type { Fed, Runtime } from '../../onnx/runtime.ts';
import type { LlamaShape } from './llama-shape.ts';

export interface Stretch {
  /** Positions before the first row. */
  readonly past: number;
  readonly rows: number;
}

/** Where rows are, and which positions each may look at: its own and those before it. */
export interface Positions {
  /** `[rows, headWidth]`, a pair's two alike. */
  readonly cos: Fed;
  readonly sin: Fed;
  /** `[rows, past + rows]`. */
  readonly mask: Fed;
}

/** Far below any score, and finite: the difference of two of them is a number. */
const unseen = -1e30;

/** Pair p of a head is turned by `position * base^(-2p / headWidth)`. */
export function positionsOf(
  runtime: Runtime,
  { headWidth, ropeBase }: LlamaShape,
  { past, rows }: Stretch,
): Positions {
  const cos = new Float32Array(rows * headWidth);
  const sin = new Float32Array(rows * headWidth);
  const mask = new Float32Array(rows * (past + rows));
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < headWidth; i += 1) {
      const pair = i - (i % 2);
      const angle = (past + row) * ropeBase ** (-pair / headWidth);
      cos[row * headWidth + i] = Math.cos(angle);
      sin[row * headWidth + i] = Math.sin(angle);
    }
    const start = row * (past + rows);
    mask.fill(unseen, start + past + row + 1, start + past + rows);
  }
  return {
    cos: runtime.floats(cos, [rows, headWidth]),
    sin: runtime.floats(sin, [rows, headWidth]),
    mask: runtime.floats(mask, [rows, past + rows]),
  };
}
