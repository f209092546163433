/** Returns a coordinate with one decimal place, which is exact enough for a picture. */
export function rounded(coordinate: number): number {
  return Math.round(coordinate * 10) / 10
}
