/** Rounds a coordinate to one decimal place, which is precise enough for an image. */
export function rounded(coordinate: number): number {
  return Math.round(coordinate * 10) / 10
}
