import { html } from '../html.ts'
import type { OriginalPlace } from '../../../engine/model/location.ts'
import type { Content } from '../layout.ts'
import { visibleText } from '../visible-text.ts'

/** Behind a place of a built file: from what it was made, where the source map beside that says so. */
export function builtFrom(original: OriginalPlace | undefined): Content | undefined {
  return (
    original &&
    (html` (built from <code><bdi>${visibleText(original.path, 300)}</bdi>:${original.line}</code>)` as Content)
  )
}
