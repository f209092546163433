import { linesOf } from '../../syntax/lines.ts'

/** First `uses:` with a given value in a file, and the comment after it. */
export interface UsesPlace {
  /** Line number, starting at 1. */
  readonly line: number
  readonly comment: string
}

const usesLine = new RegExp(
  String.raw`^\s{0,200}(?:-\s{1,20})?["']?uses["']?\s{0,20}:\s{1,20}(?:"([^"]{1,400})"|'([^']{1,400})'|` +
    String.raw`([^\s"'#][^\s#]{0,400}))(?:\s+#(.*))?`,
)

/**
 * Returns the places by value. In other YAML layouts (flow style, several lines), positions are not found, so there are
 * no line numbers or comments.
 */
export function usesPlaces(text: string): ReadonlyMap<string, UsesPlace> {
  const places = new Map<string, UsesPlace>()
  for (const [index, line] of linesOf(text).entries()) {
    const match = usesLine.exec(line)
    const value = match?.[1] ?? match?.[2] ?? match?.[3]
    if (value !== undefined && !places.has(value)) places.set(value, { line: index + 1, comment: match?.[4] ?? '' })
  }
  return places
}
