import { entriesOf, scalarsIn, textOf } from '../syntax/value.ts'
import type { SettingsFile } from '../settings-file.ts'

/** A setting of a package manager. */
export interface RegistrySetting {
  readonly name: string
  readonly value: string
  /** From 1. */
  readonly line: number
}

/** The settings of `.npmrc`, `.pypirc`, `pip.conf` (ini) and `.yarnrc.yml`; a value that goes on in further lines is given once for each. */
export function registrySettings(file: SettingsFile): RegistrySetting[] {
  if (file.kind === 'yarnrc') return yarnSettings(file)
  let name = ''
  return file.text.split(/\r?\n/).flatMap((text, index) => {
    if (/^\s*(?:[#;].*)?$|^\s*\[/.test(text)) return []
    const [, key, value = ''] = /^\s*((?:\/\/[^\s=]*?|@?[\w./:@-]+?))\s*[=]\s*(.*?)\s*$/.exec(text) ?? /^\s*([\w.-]+?)\s*:\s*(.*?)\s*$/.exec(file.kind === 'npmrc' ? '' : text) ?? []
    if (key === undefined) return /^\s+\S/.test(text) && name !== '' ? [{ name, value: text.trim(), line: index + 1 }] : []
    name = key
    return [{ name: key, value: value.replace(/^(["'])(.*)\1$/, '$2'), line: index + 1 }]
  })
}

function yarnSettings({ root, lines }: SettingsFile): RegistrySetting[] {
  return entriesOf(root).flatMap(({ key, value, offset }) => (value.kind === 'scalar' ? [{ name: key, value: textOf(value) ?? '', line: lines.lineAt(offset) }] : [...scalarsIn(value)].map(({ key: name, scalar }) => ({ name, value: scalar.text, line: lines.lineAt(scalar.offset) }))))
}
