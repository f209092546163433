import { maxNotAnalyzed, type NotAnalyzed, type NotAnalyzedItem, notAnalyzedKinds } from '../../model/not-analyzed.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { shownText } from '../../sources/shown-text.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { isDevelopmentFile } from '../project/development-folders.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import { kindOf } from '../settings-files/file-kind.ts'
import { isProgram, kindOfName } from './compiled-files.ts'
import { imagesOfCompose, imagesOfDockerfile } from './container-images.ts'
import { kindOfManifest } from './other-manifests.ts'
import { remoteScripts } from './remote-scripts.ts'
import { libraryInBanner, mayBeLibrary } from './vendored-library.ts'

const MiB = 1024 * 1024

/** Maximum size of a file that is searched for images and scripts. */
const maxTextBytes = MiB

/**
 * Returns the parts of a project that a scan lists but does not analyze, or undefined if no such parts exist. Excludes
 * tests, examples, installed packages, and files that the inventory reads. Linear in the number of files.
 */
export function notAnalyzedOf({ files }: Pick<Snapshot, 'files'>): NotAnalyzed | undefined {
  const items: NotAnalyzedItem[] = []
  for (const file of files.values()) {
    const { path } = file
    if (/(?:^|\/)node_modules\//.test(path) || isDevelopmentFile(path)) continue
    items.push(...itemsOf(file))
  }
  if (items.length === 0) return undefined
  items.sort(
    (a, b) =>
      notAnalyzedKinds.indexOf(a.kind) - notAnalyzedKinds.indexOf(b.kind) ||
      byBytes(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0),
  )
  return { total: items.length, items: items.slice(0, maxNotAnalyzed).map(shown) }
}

/**
 * Classifies a file that a scan does not analyze, based on its name. Returns undefined if the content must be checked.
 */
export function kindOfUnanalyzedName(path: string): NotAnalyzedItem['kind'] | undefined {
  const settings = kindOf(path)
  if (settings === 'dockerfile' || settings === 'compose') return 'container-image'
  const kind = kindOfManifest(path) ?? kindOfName(path)
  return kind === 'undecided' ? undefined : kind
}

function itemsOf(file: SnapshotFile): NotAnalyzedItem[] {
  const { path, size } = file
  const settings = kindOf(path)
  const isText = size <= maxTextBytes
  if (settings === 'dockerfile') return isText ? imagesOfDockerfile(path, file.content.toString()) : []
  if (settings === 'compose') return isText ? imagesOfCompose(path, file.content.toString()) : []
  if (/\.(?:html?|xhtml|ejs|hbs|njk|jinja2?|vue|svelte|php|erb)$/i.test(path))
    return isText ? remoteScripts(path, file.content.toString()) : []
  const kind = kindOfManifest(path) ?? kindOfName(path)
  if (kind === 'undecided') return isProgram(file.content) ? [{ kind: 'binary', path }] : []
  if (kind !== undefined) return isRead(path) ? [] : [{ kind, path }]
  if (!mayBeLibrary(path) || isRead(path)) return []
  const name = libraryInBanner(file.content)
  return name === undefined ? [] : [{ kind: 'vendored-library', path, line: 1, name }]
}

const isRead = (path: string): boolean => manifestReaders.some((reader) => reader.reads(path))

const shown = ({ path, name, ...item }: NotAnalyzedItem): NotAnalyzedItem => ({
  ...item,
  path: shownText(path),
  ...(name !== undefined && { name: shownText(name) }),
})
