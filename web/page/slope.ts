export interface Slope {
  /** Change of y for one step of x. */
  perStep: number;
  /** Ends of the 95 % interval; infinite with fewer than 3 points. */
  low: number;
  high: number;
}

const Z_95 = 1.96;

/** Slope of a straight line through points by least squares, with its 95 % interval (normal approximation). */
export function leastSquares(points: readonly { x: number; y: number }[]): Slope | null {
  const n = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (n < 2 || spread === 0) return null;
  const perStep = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  if (n < 3) return { perStep, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const residual = points.reduce((sum, { x, y }) => sum + (y - meanY - perStep * (x - meanX)) ** 2, 0);
  const half = Z_95 * Math.sqrt(residual / (n - 2) / spread);
  return { perStep, low: perStep - half, high: perStep + half };
}
