/** A matrix inside a larger array, row by row. */
export interface Matrix {
  readonly values: Float64Array;
  /** Place of the first number. */
  readonly at: number;
  readonly rows: number;
  readonly columns: number;
}

/** A vector inside a larger array; whoever uses it knows its length. */
export interface Vector {
  readonly values: Float64Array;
  readonly at: number;
}

// The inner loops of the network. Sizes are the callers' to get right: past the end there is 0.

/** `target += matrix * vector`. */
export function addProduct(target: Vector, matrix: Matrix, vector: Vector): void {
  const { rows, columns } = matrix;
  for (let row = 0; row < rows; row += 1) {
    const from = matrix.at + row * columns;
    let sum = target.values[target.at + row] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      sum += (matrix.values[from + column] ?? 0) * (vector.values[vector.at + column] ?? 0);
    }
    target.values[target.at + row] = sum;
  }
}

/** `target += transposed matrix * vector`. */
export function addTransposed(target: Vector, matrix: Matrix, vector: Vector): void {
  const { rows, columns } = matrix;
  for (let row = 0; row < rows; row += 1) {
    const from = matrix.at + row * columns;
    const scale = vector.values[vector.at + row] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const place = target.at + column;
      target.values[place] =
        (target.values[place] ?? 0) + scale * (matrix.values[from + column] ?? 0);
    }
  }
}

/** `target += left * transposed right`. */
export function addOuter(target: Matrix, left: Vector, right: Vector): void {
  const { rows, columns } = target;
  for (let row = 0; row < rows; row += 1) {
    const from = target.at + row * columns;
    const scale = left.values[left.at + row] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const place = from + column;
      target.values[place] =
        (target.values[place] ?? 0) + scale * (right.values[right.at + column] ?? 0);
    }
  }
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
