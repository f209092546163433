import { posix } from 'node:path'
import { readLicenseChoice } from '../../../model/read-license.ts'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { readBeside } from '../../read-beside.ts'
import { listAt, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'
import { exactComposerVersion } from './composer-version.ts'

const sections = [
  { key: 'packages', dev: false, groups: [] },
  { key: 'packages-dev', dev: true, groups: ['dev'] },
] as const

/**
 * Reader for Composer lockfiles,
 * https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control. Runs in linear time.
 */
export const composerLock: ManifestReader = {
  id: 'composer-lock',
  ecosystem: 'Packagist',
  kind: 'lockfile',
  names: ['composer.lock'],
  reads: (path) => posix.basename(path) === 'composer.lock',
  read(file) {
    const root = parseJson(file.text, workOf(file))
    if (!Array.isArray(valueAt(root, 'packages'))) throw new UnreadableManifest('no-package-list')
    const lines = linesInJson(
      file.text,
      (depth, key) => depth === 1 || (depth === 0 ? key.startsWith('packages') : depth === 2 && key === 'name'),
      workOf(file),
    )
    const entries = sections.flatMap((section) =>
      listAt(root, section.key).map((entry, index) => ({
        section,
        entry,
        line: lines.at(section.key, String(index), 'name') ?? lines.at(section.key, String(index)),
        name: textAt(entry, 'name'),
        version: textAt(entry, 'version'),
      })),
    )
    const keys = new Map(
      entries.map(({ name, version }) => [
        name?.toLowerCase(),
        `${name}@${exactComposerVersion(version ?? '') ?? version}`,
      ]),
    )
    const asked = namesAskedFor(file)
    const listing = new Listing(workOf(file))
    for (const { section, entry, name, version, line } of entries) {
      if (name === undefined) continue
      const role = { name, dev: section.dev, groups: section.groups, ...atLine(line) }
      const number = version === undefined ? undefined : exactComposerVersion(version)
      const folder =
        textAt(tableAt(entry, 'dist'), 'type') === 'path' ? textAt(tableAt(entry, 'dist'), 'url') : undefined
      if (folder !== undefined) {
        if (pathWithinProject(file.path, folder) === undefined)
          listing.request({ ...role, requested: folder, reason: 'folder-outside' })
      } else if (number === undefined)
        listing.request({
          ...role,
          requested: version ?? '(nothing)',
          reason: version === undefined ? 'lockfile-without-version' : 'development-branch',
        })
      else {
        const requires = Object.keys(tableAt(entry, 'require')).flatMap((other) => keys.get(other.toLowerCase()) ?? [])
        // A list of licenses offers a choice, https://getcomposer.org/doc/04-schema.md#license.
        const license = readLicenseChoice(textsAt(entry, 'license'))
        listing.add({
          ...role,
          version: number,
          requires,
          ...(license && { license }),
          ...(asked === undefined ? {} : { direct: asked.has(name.toLowerCase()) }),
        })
      }
    }
    return listing.reading()
  },
}

/**
 * Returns the lowercase names that the composer.json next to the lockfile requires, or undefined if it cannot be read.
 */
function namesAskedFor(file: ManifestFile): ReadonlySet<string> | undefined {
  const manifest = readBeside(file, 'composer.json', parseJson)
  return (
    manifest &&
    new Set(
      ['require', 'require-dev']
        .flatMap((key) => Object.keys(tableAt(manifest, key)))
        .map((name) => name.toLowerCase()),
    )
  )
}
