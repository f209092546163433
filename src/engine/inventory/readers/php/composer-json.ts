import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { tableAt, textAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'
import { exactComposerVersion, isPlatformPackage } from './composer-version.ts'

/** Reader for Composer manifests, https://getcomposer.org/doc/04-schema.md. Runs in linear time. */
export const composerJson: ManifestReader = {
  id: 'composer-json',
  ecosystem: 'Packagist',
  kind: 'manifest',
  names: ['composer.json'],
  reads: (path) => posix.basename(path) === 'composer.json',
  read(file) {
    const { text } = file
    const root = parseJson(text, workOf(file))
    const listing = new Listing(workOf(file))
    const lines = linesInJson(
      text,
      (depth, key) => depth === 1 || (depth === 0 && key.startsWith('require')),
      workOf(file),
    )
    for (const { key, dev, groups } of [
      { key: 'require', dev: false, groups: [] },
      { key: 'require-dev', dev: true, groups: ['dev'] },
    ]) {
      for (const [name, range] of Object.entries(tableAt(root, key))) {
        if (isPlatformPackage(name)) continue
        const requested = typeof range === 'string' ? range.trim() : ''
        const version = exactComposerVersion(requested)
        if (version === undefined)
          listing.request({
            name,
            requested: requested || '(nothing)',
            dev,
            groups,
            reason: 'no-lockfile',
            ...atLine(lines.at(key, name)),
          })
        else listing.add({ name, version, direct: true, dev, groups, ...atLine(lines.at(key, name)) })
      }
    }
    const name = textAt(root, 'name')
    const version = textAt(root, 'version')
    return listing.reading(
      name === undefined ? {} : { project: { name, ...(version === undefined ? {} : { version }) } },
    )
  },
}
