import { entriesOf, scalarsIn, textOf } from '../../../inventory/settings-files/value.ts'
import type { SettingsFile } from '../settings-file.ts'

/** Package manager setting. */
export interface RegistrySetting {
  readonly name: string
  readonly value: string
  /** Line number, starting at 1. */
  readonly line: number
}

/** Returns the package manager settings in a file, with one entry for each line of a value. */
export function registrySettings(file: SettingsFile): RegistrySetting[] {
  if (file.kind === 'yarnrc') return yarnSettings(file)
  let name = ''
  return file.text.split(/\r?\n/).flatMap((text, index) => {
    if (/^\s*(?:[#;].*)?$|^\s*\[/.test(text)) return []
    const setting =
      settingIn(text, '=', /^(?:\/\/\S*|@?[\w./:@-]+)$/) ??
      (file.kind === 'npmrc' ? undefined : settingIn(text, ':', /^[\w.-]+$/))
    if (setting === undefined)
      return /^\s+\S/.test(text) && name !== '' ? [{ name, value: text.trim(), line: index + 1 }] : []
    name = setting.name
    return [{ ...setting, line: index + 1 }]
  })
}

/** Parses a line: the name before the first separator, and the value after it without quotation marks. */
function settingIn(
  line: string,
  separator: '=' | ':',
  isName: RegExp,
): Pick<RegistrySetting, 'name' | 'value'> | undefined {
  const at = line.indexOf(separator)
  const name = line.slice(0, Math.max(at, 0)).trim()
  if (!isName.test(name)) return undefined
  const value = line.slice(at + 1).trim()
  const quote = value[0]
  return {
    name,
    value: value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote) ? value.slice(1, -1) : value,
  }
}

function yarnSettings({ root, lines }: SettingsFile): RegistrySetting[] {
  return entriesOf(root).flatMap(({ key, value, offset }) =>
    value.kind === 'scalar'
      ? [{ name: key, value: textOf(value) ?? '', line: lines.lineAt(offset) }]
      : [...scalarsIn(value)].map(({ key: name, scalar }) => ({
          name,
          value: scalar.text,
          line: lines.lineAt(scalar.offset),
        })),
  )
}
