import { type Content, html } from '../html.ts'
import type { OriginalPlace } from '../../../engine/model/location.ts'
import { visibleText } from '../visible-text.ts'

/** Returns the original location of a line in a built file, if a source map contains it. */
export function builtFrom(original: OriginalPlace | undefined): Content | undefined {
  return original && html` (built from <code><bdi>${visibleText(original.path, 300)}</bdi>:${original.line}</code>)`
}
