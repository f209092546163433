import { sourceDialectByName } from '../analysis/source-dialect.ts'
import type { ReadingRecord, UnreadFile } from '../model/reading-record.ts'
import type { LostReading } from '../model/scan.ts'
import { SortedPaths } from './sorted-paths.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Packages that the base scan resolved, as `ecosystem name`. */
export type ResolvedNames = Pick<ReadonlySet<string>, 'has'>

/**
 * Finds files, lockfiles, and versions that the base scan read but the head scan could not read because of the change.
 * Excludes failures caused by the network or the machine, and everything that the base scan could not read either.
 *
 * Time limits count if the project's files used up the time, see `usedTime`.
 *
 * - `file`: the same path was read in the base.
 * - `folder`: files below the path were read in the base, and the path is now a submodule, a link, or unreadable.
 * - `replaced`: a new source file cannot be read, and the change removes source files in the same language, so their
 *   content may have moved there. A new unreadable file alone does not count.
 * - `lockfile`: a manifest still requires packages, but no lockfile covers its folder anymore. It does not count if the
 *   manifest is removed too, if there is a different readable lockfile, or if a manifest in the folder pins each
 *   version.
 * - `dependency`: the lockfile exists but no longer contains a package that the manifest requires and the base
 *   resolved. It does not count if the folder's lockfiles did not contain the package in the base either.
 * - `limit`: the project now exceeds a limit, so files that the base scan read are not read.
 *
 * Pure function. Within each kind, results are sorted by path.
 */
export function lostReadings(base: ReadingRecord, head: ReadingRecord, resolvedInBase: ResolvedNames): LostReading[] {
  const known = readIn(base)
  return [
    ...lostFiles(known, head),
    ...lostFolders(known, head),
    ...replacedFiles(base, head),
    ...lostLockfiles(base, head),
    ...lostDependencies(base, head, resolvedInBase),
    ...beyondLimit(base, head),
  ]
}

type Kind = UnreadFile['kind']

const without = (paths: readonly string[], left: ReadonlySet<string>) => paths.filter((path) => !left.has(path))

/**
 * Returns the paths that a scan read, by purpose. `counted` holds the source files that are part of the program, as
 * opposed to unused tests and examples.
 */
function readIn({
  followed,
  parsed,
  packages,
  settings,
  unread,
}: ReadingRecord): Readonly<Record<Kind, ReadonlySet<string>>> & { readonly counted: readonly string[] } {
  const unreadFor = (kinds: readonly Kind[]) =>
    new Set(unread.flatMap(({ path, kind }) => (kinds.includes(kind) ? [path] : [])))
  const code = without([...followed, ...parsed], unreadFor(['code', 'any']))
  const listed = without(packages, unreadFor(['packages', 'any']))
  const set = without(settings, unreadFor(['settings', 'any']))
  const isFollowed = new Set(followed)
  // A test counts if it is part of the taint analysis, because the project imports or starts it.
  const counted = code.filter((path) => isFollowed.has(path) || sourcePathClass(path) === 'project')
  return {
    code: new Set(code),
    counted,
    flows: new Set(without(followed, unreadFor(['flows']))),
    packages: new Set(listed),
    settings: new Set(set),
    any: new Set([...counted, ...listed, ...set]),
  }
}

const isOfContent = ({ cause }: UnreadFile) => cause === undefined

function lostFiles(known: ReturnType<typeof readIn>, { unread }: ReadingRecord): LostReading[] {
  const lost = new Map<string, LostReading>()
  for (const file of sorted(unread)) {
    const { path, reason, kind } = file
    if (!isOfContent(file) || lost.has(path) || !known[kind].has(path)) continue
    const why = kind === 'packages' ? `it ${reason}` : reason
    lost.set(path, {
      kind: 'file',
      path,
      reason: why,
      message:
        `${path} is no longer readable: ${why}. Assay could read it in the base. Make it readable again, or ` +
        'revert the change.',
    })
  }
  return [...lost.values()]
}

function lostFolders({ any }: ReturnType<typeof readIn>, { unread }: ReadingRecord): LostReading[] {
  const folders = unread.filter((file) => file.isFolder && isOfContent(file))
  if (folders.length === 0) return []
  const known = new SortedPaths(any)
  return sorted(folders).flatMap(({ path, reason }) => {
    const { count, first } = known.below(path)
    return first === undefined
      ? []
      : [
          {
            kind: 'folder' as const,
            path,
            reason,
            message:
              `${path} is no longer readable: ${reason}. Assay could read ` +
              `${count === 1 ? first : `${count} files in it, for example ${first},`} in the base. Keep the code in ` +
              'this repository.',
          },
        ]
  })
}

/** Returns new source files that are unreadable, if the change also removes readable files in the same language. */
function replacedFiles(base: ReadingRecord, head: ReadingRecord): LostReading[] {
  const inBase = new Set([...base.followed, ...base.parsed, ...base.unread.map(({ path }) => path)])
  const isNew = (file: UnreadFile) =>
    isOfContent(file) &&
    (file.kind === 'code' || file.kind === 'any') &&
    languageByName(file.path) !== undefined &&
    !inBase.has(file.path)
  const fresh = sorted(head.unread.filter(isNew))
  if (fresh.length === 0) return []
  const inHead = new Set([...head.followed, ...head.parsed, ...head.unread.map(({ path }) => path)])
  const gone = readIn(base)
    .counted.filter((path) => !inHead.has(path))
    .sort()
  const byLanguage = Map.groupBy(gone, languageByName)
  return fresh.flatMap(({ path, reason }) => {
    const [first, ...others] = byLanguage.get(languageByName(path)) ?? []
    if (first === undefined) return []
    return [
      {
        kind: 'replaced' as const,
        path,
        reason,
        message:
          `${path} cannot be read: ${reason}. The change removes ` +
          `${first}${others.length > 0 ? ` and ${others.length} more` : ''}, which Assay could read in the base, so ` +
          'the new file might contain the same code. Make the new file readable, or keep the old one.',
      },
    ]
  })
}

/**
 * Returns the front end for a file. Languages that share a front end, such as JavaScript and TypeScript, count as one
 * language.
 */
const languageByName = (path: string) => sourceDialectByName(path)?.semantics

const folderKey = ({ ecosystem, folder }: { readonly ecosystem: string; readonly folder: string }) =>
  `${ecosystem} ${folder}`

/** Maps each folder to the first lockfile that covers it. */
function lockedFolders({ locked }: ReadingRecord): ReadonlyMap<string, string> {
  const covered = new Map<string, string>()
  for (const { path, ecosystem, kind, folders } of locked)
    for (const folder of kind === 'lockfile' ? folders : [])
      if (!covered.has(folderKey({ ecosystem, folder }))) covered.set(folderKey({ ecosystem, folder }), path)
  return covered
}

/** Maps each folder to the packages whose versions are pinned by its manifests. */
function pinnedNames({ locked, asking }: ReadingRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const pinned = new Set(locked.flatMap(({ path, kind }) => (kind === 'pinned' ? [path] : [])))
  const names = new Map<string, Set<string>>()
  for (const manifest of asking) {
    if (!pinned.has(manifest.path)) continue
    const known = names.get(folderKey(manifest)) ?? new Set()
    for (const name of manifest.names) known.add(name)
    names.set(folderKey(manifest), known)
  }
  return names
}

function lostLockfiles(base: ReadingRecord, head: ReadingRecord): LostReading[] {
  const before = lockedFolders(base)
  const after = lockedFolders(head)
  const pinned = pinnedNames(head)
  // An unreadable lockfile that exists is already reported by its path.
  const unread = new Set(head.unread.map(({ path }) => path))
  const askedBefore = new Set(base.asking.map(folderKey))
  const askedAfter = new Set(head.asking.map(folderKey))
  const moved = base.asking.filter(
    (manifest) => before.has(folderKey(manifest)) && !askedAfter.has(folderKey(manifest)),
  )
  return sorted(head.asking).flatMap((manifest) => {
    const { path, ecosystem, names } = manifest
    const pinnedHere = pinned.get(folderKey(manifest))
    if (after.has(folderKey(manifest)) || (pinnedHere && names.every((name) => pinnedHere.has(name)))) return []
    const lockfile = before.get(folderKey(manifest))
    if (lockfile !== undefined && !unread.has(lockfile)) {
      return [
        {
          kind: 'lockfile' as const,
          path: lockfile,
          reason: `it is gone, or no longer covers ${path}`,
          message:
            `${lockfile} is gone or no longer covers ${path}, which still needs packages. In the base, Assay could ` +
            'resolve them. Commit an up-to-date lockfile.',
        },
      ]
    }
    const origin =
      lockfile !== undefined || askedBefore.has(folderKey(manifest))
        ? undefined
        : moved.find((one) => one.ecosystem === ecosystem && one.names.some((name) => names.includes(name)))
    if (!origin) return []
    return [
      {
        kind: 'lockfile' as const,
        path: before.get(folderKey(origin)) ?? origin.path,
        reason: `no lockfile covers ${path}, which replaces ${origin.path}`,
        message:
          `${origin.path} became ${path} without its lockfile ${before.get(folderKey(origin)) ?? ''}. In the ` +
          `base, Assay could resolve its packages. Commit an up-to-date lockfile beside ${path}.`,
      },
    ]
  })
}

const unlockedKey = (asked: ReadingRecord['unlocked'][number]) => `${folderKey(asked)}\n${asked.name}`

function lostDependencies(base: ReadingRecord, head: ReadingRecord, resolvedInBase: ResolvedNames): LostReading[] {
  const before = lockedFolders(base)
  const after = lockedFolders(head)
  const lockfiles = new Set(head.locked.map((file) => file.path))
  const unlockedBefore = new Set(base.unlocked.map(unlockedKey))
  return sorted(head.unlocked).flatMap((asked) => {
    const { path, ecosystem, name } = asked
    if (
      unlockedBefore.has(unlockedKey(asked)) ||
      !before.has(folderKey(asked)) ||
      !resolvedInBase.has(`${ecosystem} ${name}`)
    )
      return []
    if (lockfiles.has(path))
      return [
        {
          kind: 'dependency' as const,
          path,
          reason: `it no longer specifies a version of ${name}`,
          message:
            `${path} no longer specifies a version of ${name}. In the base, Assay could resolve it. Update the ` +
            'lockfile.',
        },
      ]
    const lockfile = after.get(folderKey(asked)) ?? 'the lockfile'
    return [
      {
        kind: 'dependency' as const,
        path: lockfile,
        reason: `it no longer lists ${name}`,
        message:
          `${lockfile} no longer lists ${name}, which ${path} needs. In the base, Assay could resolve it. ` +
          'Update the lockfile.',
      },
    ]
  })
}

function beyondLimit(base: ReadingRecord, head: ReadingRecord): LostReading[] {
  if (head.cut === undefined || base.cut !== undefined) return []
  const inHead = new Set([
    ...head.followed,
    ...head.parsed,
    ...head.packages,
    ...head.settings,
    ...head.unread.map(({ path }) => path),
  ])
  const [first, ...others] = [...readIn(base).any].filter((path) => !inHead.has(path)).sort()
  if (first === undefined) return []
  return [
    {
      kind: 'limit',
      path: first,
      reason: head.cut,
      message:
        `${first}${others.length > 0 ? ` and ${others.length} more files` : ''} from the base cannot be found, ` +
        `because the project is too large: ${head.cut}. Keep the project within the limit.`,
    },
  ]
}

function sorted<Entry extends { readonly path: string }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
