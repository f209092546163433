import { linesOf, splitAtFirst } from '../../syntax/lines.ts'

/** Setting in a setup.cfg, with the lines of its value. */
export interface SetupSetting {
  readonly section: string
  readonly key: string
  readonly values: readonly { readonly text: string; /** Line number, starting at 1. */ readonly line: number }[]
}

/** Removes a comment, which starts with a `#` after whitespace. */
function withoutComment(line: string): string {
  const start = line.search(/\s#/)
  return start < 0 ? line : line.slice(0, start)
}

/** Parses sections of `key = value`. Lines that start with whitespace continue the previous value. */
export function setupSettings(text: string): SetupSetting[] {
  const settings: { section: string; key: string; values: { text: string; line: number }[] }[] = []
  let section = ''
  for (const [index, raw] of linesOf(text).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const continues = raw !== raw.trimStart()
    const header = continues ? undefined : /^\[([^\]]{1,200})\]$/.exec(line)?.[1]
    const pair = continues || header !== undefined ? undefined : splitAtFirst(line, '=')
    if (header !== undefined) section = header.trim()
    else if (pair !== undefined)
      settings.push({
        section,
        key: pair[0].trim(),
        values: pair[1].trim() === '' ? [] : [{ text: pair[1].trim(), line: index + 1 }],
      })
    else if (continues && settings.at(-1)?.section === section)
      settings.at(-1)?.values.push({ text: withoutComment(line), line: index + 1 })
  }
  return settings
}
