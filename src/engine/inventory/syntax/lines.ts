import { withoutByteOrderMark } from './document.ts'

/** The lines of a text, whatever ends them, without what ends them. */
export const linesOf = (text: string): string[] => withoutByteOrderMark(text).split(/\r\n|\n|\r/)

/** What stands before and after the first `separator`; undefined when there is none. */
export function splitAtFirst(text: string, separator: string): readonly [string, string] | undefined {
  const at = text.indexOf(separator)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + separator.length)]
}
