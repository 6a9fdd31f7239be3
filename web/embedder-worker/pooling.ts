/** Token states to one vector. */

/**
 * The mean of `tokens` rows of `dimensions` numbers, at unit length, written to `into` from `at`.
 *
 * Sums in double precision and rounds once, so the result is within a rounding of what any other host computes.
 */
export function pool(states: Float32Array, tokens: number, dimensions: number, into: Float32Array, at: number): void {
  const sum = new Float64Array(dimensions);
  for (let token = 0; token < tokens; token++) {
    const row = token * dimensions;
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (states[row + i] as number);
  }
  const length = Math.hypot(...sum) || 1;
  for (let i = 0; i < dimensions; i++) into[at + i] = (sum[i] as number) / length;
}
