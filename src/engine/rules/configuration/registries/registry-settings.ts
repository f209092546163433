import { entriesOf, scalarsIn, textOf } from '../../../inventory/settings-files/value.ts'
import type { SettingsFile } from '../settings-file.ts'

/** A setting of a package manager. */
export interface RegistrySetting {
  readonly name: string
  readonly value: string
  /** From 1. */
  readonly line: number
}

/**
 * The settings of `.npmrc`, `.pypirc`, `pip.conf` (ini) and `.yarnrc.yml`; a value that goes on in further lines is
 * given once for each.
 */
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

/**
 * A line as a setting: what stands before the first of a mark is a name, the rest its value, without quotation marks
 * around it.
 */
function settingIn(line: string, mark: '=' | ':', isName: RegExp): Pick<RegistrySetting, 'name' | 'value'> | undefined {
  const at = line.indexOf(mark)
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
