/** A kind of file, in any size, that a reader is measured with. */
export interface FileShape {
  /** Id of the reader. */
  readonly reader: string
  /** What the file holds much of. */
  readonly shape: string
  readonly isHostile: boolean
  /** Texts by path, near so many characters together. The first is the file that is read, the others are beside it. */
  readonly files: (characters: number) => Readonly<Record<string, string>>
}

/** A text of items between a start and an end, as many as fit, at least one. */
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

/** As `repeated`, with commas between. */
export const list = (characters: number, start: string, item: (index: number) => string, end: string): string =>
  repeated(characters, item, start, end, ',')
