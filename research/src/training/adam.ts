export interface AdamOptions {
  readonly learningRate: number;
  /** Pulls parameters towards 0 at each step, apart from the gradient (Loshchilov and Hutter). */
  readonly weightDecay: number;
}

const [decay1, decay2, epsilon] = [0.9, 0.999, 1e-8];

/** Adam (Kingma and Ba 2015) with decoupled weight decay. Changes the parameters in place. */
export class Adam {
  readonly #options: AdamOptions;
  readonly #mean: Float64Array;
  readonly #square: Float64Array;
  #steps = 0;

  constructor(length: number, options: AdamOptions) {
    this.#options = options;
    this.#mean = new Float64Array(length);
    this.#square = new Float64Array(length);
  }

  step(parameters: Float64Array, gradient: Float64Array): void {
    this.#steps += 1;
    const { learningRate, weightDecay } = this.#options;
    const scale1 = 1 / (1 - decay1 ** this.#steps);
    const scale2 = 1 / (1 - decay2 ** this.#steps);
    for (const [at, by] of gradient.entries()) {
      const mean = decay1 * (this.#mean[at] ?? 0) + (1 - decay1) * by;
      const square = decay2 * (this.#square[at] ?? 0) + (1 - decay2) * by * by;
      this.#mean[at] = mean;
      this.#square[at] = square;
      const move = (mean * scale1) / (Math.sqrt(square * scale2) + epsilon);
      const before = parameters[at] ?? 0;
      parameters[at] = before - learningRate * (move + weightDecay * before);
    }
  }
}
