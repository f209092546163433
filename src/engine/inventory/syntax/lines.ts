import { withoutByteOrderMark } from './document.ts'

/** The lines of a text, with any line endings, without them. */
export const linesOf = (text: string): string[] => withoutByteOrderMark(text).split(/\r\n|\n|\r/)

/** The text before and after the first `separator`. Undefined without a separator. */
export function splitAtFirst(text: string, separator: string): readonly [string, string] | undefined {
  const at = text.indexOf(separator)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + separator.length)]
}
