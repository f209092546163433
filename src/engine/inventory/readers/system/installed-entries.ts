import type { Ecosystem } from '../../../model/component.ts'
import { distributionOf } from '../../../model/distribution.ts'
import { readLicense } from '../../../model/read-license.ts'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReading } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { linesOf } from '../../syntax/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import { distributionBeside } from './distribution-beside.ts'

/** Field names in a database of installed packages. */
interface Fields {
  readonly name: string
  readonly version: string
  readonly license?: string
  /** Field that contains the source package. If the source version differs, it follows in parentheses. */
  readonly source: string
  /** Ecosystems by the distribution's `ID`. Other distributions use the reader's ecosystem. */
  readonly ecosystems: Readonly<Record<string, Ecosystem>>
  /** Path from the database's folder to the root of its tree. */
  readonly root: string
  /** Field that states whether a package is installed. */
  readonly status?: { readonly field: string; readonly isInstalled: (value: string | undefined) => boolean }
}

/**
 * Reads an operating system's package database: entries of `Field: value` lines, separated by empty lines. Continuation
 * lines start with whitespace. Runs in linear time.
 */
export function installedEntries(file: ManifestFile, fields: Fields): ManifestReading {
  const work = workOf(file)
  work.spend(parsingSteps(file.text))
  const listing = new Listing(work)
  const beside = distributionBeside(file, fields.root)
  const ecosystem = beside && new Map(Object.entries(fields.ecosystems)).get(beside.id)
  const release = ecosystem && beside?.release
  const kept = new Set([fields.name, fields.version, fields.license, fields.source, fields.status?.field])
  let entry = new Map<string, { readonly value: string; readonly line: number }>()
  let entries = 0
  const finish = (): void => {
    const [name, version] = [entry.get(fields.name), entry.get(fields.version)]
    const status = fields.status && entry.get(fields.status.field)?.value
    const license = readLicense(fields.license && entry.get(fields.license)?.value)
    const source = entry.get(fields.source)?.value
    entry = new Map()
    if (name === undefined) return
    entries += 1
    if (fields.status?.isInstalled(status) === false) return
    const role = { name: name.value, dev: false, groups: [], line: name.line, ...(ecosystem && { ecosystem }) }
    if (version === undefined || version.value === '')
      listing.request({ ...role, requested: '(nothing)', reason: 'entry-without-version' })
    else {
      const distribution = distributionOf(release, ...sourceOf(source || name.value, version.value))
      listing.add({
        ...role,
        version: version.value,
        ...(distribution && { distribution }),
        ...(license && { license }),
      })
    }
  }
  for (const [index, text] of linesOf(file.text).entries()) {
    const end = text.indexOf(':')
    if (text.trim() === '') finish()
    else if (end > 0 && !/^\s/.test(text)) {
      const field = text.slice(0, end)
      // Keeps only the needed fields, because entries list thousands of files.
      if (kept.has(field) && !entry.has(field)) entry.set(field, { value: text.slice(end + 1).trim(), line: index + 1 })
    }
  }
  finish()
  if (entries === 0 && file.text.trim() !== '') throw new UnreadableManifest('no-installed-packages')
  return listing.reading()
}

/**
 * Parses `openssl` or `openssl (3.0.11-1)`. The versions differ if the package was only rebuilt from the same source.
 */
function sourceOf(text: string, version: string): [name: string, version: string] {
  const [, name = text, own = version] = /^(\S+) *\(([^()]+)\)$/.exec(text) ?? []
  return [name, own.trim()]
}
