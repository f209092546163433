import { linesOf } from '../../syntax/lines.ts'

/** Where a text first says `uses:` with a value, and the comment behind it. */
export interface UsesPlace {
  /** From 1. */
  readonly line: number
  readonly comment: string
}

const usesLine = new RegExp(
  String.raw`^\s{0,200}(?:-\s{1,20})?["']?uses["']?\s{0,20}:\s{1,20}(?:"([^"]{1,400})"|'([^']{1,400})'|` +
    String.raw`([^\s"'#][^\s#]{0,400}))(?:\s+#(.*))?`,
)

/**
 * By value. YAML that is written otherwise (in braces, over several lines) has no places, which costs line numbers and
 * comments.
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
