/** A kind of file in any size, for measuring a reader. */
export interface FileShape {
  /** ID of the reader. */
  readonly reader: string
  /** The repeated part of the file. */
  readonly shape: string
  readonly isHostile: boolean
  /**
   * Texts by path, with about this number of characters together. The first is the file to read. The others are next to
   * it.
   */
  readonly files: (characters: number) => Readonly<Record<string, string>>
}

/** Returns as many items as fit between a start and an end, at least one. */
export function repeated(
  characters: number,
  item: (index: number) => string,
  start = '',
  end = '',
  separator = '',
): string {
  const parts: string[] = []
  const room = characters - start.length - end.length
  for (let index = 0, length = 0; index === 0 || length < room; index++) {
    const part = item(index)
    parts.push(part)
    length += part.length + separator.length
  }
  return start + parts.join(separator) + end
}

/** Same as `repeated`, but with commas between the items. */
export const list = (characters: number, start: string, item: (index: number) => string, end: string): string =>
  repeated(characters, item, start, end, ',')
