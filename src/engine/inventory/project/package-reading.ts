import { dirname } from 'node:path/posix'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import type { PackageReading, UnreadFile } from '../../model/reading-record.ts'
import { shownText } from '../../sources/shown-text.ts'
import { answeredBy } from './answered-folders.ts'
import { fileReasonText } from '../reasons/file-reasons.ts'
import { isDevelopmentFile } from './development-folders.ts'
import type { FileGap } from './file-gap.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ReadManifest } from './read-manifests.ts'

/** Package reading with codes instead of sentences. */
export type JoinedReading = Omit<PackageReading, 'unread'> & { readonly unread: readonly FileGap[] }

interface PackageReadingParts {
  readonly files: Pick<ProjectFiles, 'unread'>
  readonly read: readonly ReadManifest[]
  readonly unreadable: readonly FileGap[]
  /** Result from `unlockedRequests`. */
  readonly unlocked: readonly ReadManifest[]
}

/** Returns lockfiles and manifests beyond the scan limit, for comparison with another scan. */
export function unreadBeyondLimit({ tooMany }: Pick<ProjectFiles, 'tooMany'>): UnreadFile[] {
  const reason = fileReasonText({ code: 'manifest-limit', count: inventoryLimits.maxManifests })
  return tooMany.flatMap((path) =>
    isDevelopmentFile(path) ? [] : [{ path: shownText(path), reason, kind: 'packages' as const }],
  )
}

/**
 * Returns all lockfiles and manifests in a project up to the scan limit, whether or not they could be read, for
 * comparison with another scan. Excludes test and example files.
 */
export function packageReading({ files, read, unreadable, unlocked }: PackageReadingParts): JoinedReading {
  const counted = read.filter(({ path }) => !isDevelopmentFile(path))
  return {
    packages: counted.map(({ path }) => shownText(path)),
    unread: unreadable.flatMap(({ path, reason }) =>
      isDevelopmentFile(path) ? [] : [{ path: shownText(path), reason }],
    ),
    locked: counted.flatMap((file) => {
      const {
        path,
        reader: { ecosystem, kind, standsAlone },
      } = file
      if (standsAlone === true || (kind !== 'lockfile' && !isPinned(file))) return []
      return [
        {
          path: shownText(path),
          ecosystem,
          kind: kind === 'lockfile' ? ('lockfile' as const) : ('pinned' as const),
          folders: (kind === 'lockfile' ? answeredBy(file) : [dirname(path)]).map((folder) => shownText(folder)),
        },
      ]
    }),
    asking: [
      ...counted.flatMap(({ path, reader: { ecosystem, kind, standsAlone }, reading }) => {
        // Standalone files are omitted, because no lockfile covers them.
        const names =
          kind === 'lockfile' || standsAlone === true
            ? []
            : [
                ...new Set(
                  [...reading.packages, ...reading.requests].flatMap(({ name, dev, groups }) =>
                    dev || groups.length > 0 ? [] : [shownText(normalPackageName(ecosystem, name))],
                  ),
                ),
              ]
        return names.length === 0 ? [] : [{ path: shownText(path), ecosystem, folder: shownText(dirname(path)), names }]
      }),
      // Adds manifests that are code, such as a Gemfile, because their requirements are known only from the lockfile.
      ...files.unread.flatMap(({ path, format: { ecosystem, isLockfile } }) =>
        ecosystem === undefined || isLockfile || isDevelopmentFile(path)
          ? []
          : [{ path: shownText(path), ecosystem, folder: shownText(dirname(path)), names: [] }],
      ),
    ],
    unlocked: [
      ...unlocked.filter(({ reader }) => !reader.isInstalledByItself),
      ...counted.flatMap(withoutVersions),
    ].flatMap(({ path, reader: { ecosystem }, reading }) =>
      isDevelopmentFile(path)
        ? []
        : reading.requests.map(({ name }) => ({
            path: shownText(path),
            ecosystem,
            folder: shownText(dirname(path)),
            name: shownText(normalPackageName(ecosystem, name)),
          })),
    ),
  }
}

/**
 * Returns a lockfile's entries that lack a version although their source has versions. Entries from git repositories
 * and folders are excluded, because these have no versions. Entries apply only to the lockfile's own folder: the number
 * of entries times workspace folders would be unlimited.
 */
function withoutVersions(file: ReadManifest): ReadManifest[] {
  if (file.reader.kind !== 'lockfile') return []
  const requests = file.reading.requests.filter(
    ({ reason, dev, groups }) => reason === 'lockfile-without-version' && !dev && groups.length === 0,
  )
  return requests.length === 0 ? [] : [{ ...file, reading: { ...file.reading, requests } }]
}

/** Reports whether a manifest is installed by itself and pins all versions. */
function isPinned({ reader, reading }: ReadManifest): boolean {
  return reader.isInstalledByItself === true && reading.packages.length > 0 && reading.requests.length === 0
}
