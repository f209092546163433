import { versionOrderOf } from '../version-order/catalogue.ts'
import { type AdvisoryIndex, type AdvisorySource, createAdvisoryIndex } from '../advisory-index.ts'
import type { UnreadableMatch } from '../advisory-store.ts'
import type { AffectedEntryRow } from '../package-advisories.ts'
import type { Ecosystem } from '../../model/component.ts'
import { openRecords, readState, type StoredState } from './feed-files.ts'
import type { RecordFile } from './record-file.ts'

/** Open files that hold one generation of an ecosystem's advisories. */
export interface OpenedFeeds extends Disposable {
  readonly index: AdvisoryIndex
  readonly source: AdvisorySource
  /** Reports whether no sync has replaced these files. Files stay current while the state of one of them is missing. */
  isCurrent(): boolean
  /** Returns the unreadable records that name one of these packages, sorted by ID and name. */
  unreadableAbout(packageNames: ReadonlySet<string>): readonly UnreadableMatch[]
}

/** Opens an ecosystem's feeds. If two feeds have a record with the same ID, the earlier base wins. */
export function openFeeds(folder: string, ecosystem: Ecosystem, bases: readonly string[]): OpenedFeeds {
  const feeds: { readonly state: StoredState; readonly file: RecordFile }[] = []
  const close = () => feeds.forEach(({ file }) => file[Symbol.dispose]())
  try {
    for (const base of new Set(bases)) {
      const records = openRecords(folder, { base, ecosystem })
      if (records) feeds.push(records)
    }
    const files = feeds.map(({ file }) => file)
    return {
      index: createAdvisoryIndex(feeds.map(({ state }) => state.recordFile).join(','), versionOrderOf(ecosystem)),
      source: sourceOf(files),
      isCurrent() {
        const latest = [...new Set(bases)].flatMap((base) => readState(folder, { base, ecosystem }) ?? [])
        const isMissing = feeds.some(({ state }) => latest.every(({ base }) => base !== state.base))
        return isMissing || namesOf(latest) === namesOf(feeds.map(({ state }) => state))
      },
      unreadableAbout: (packageNames) =>
        feeds
          .filter(({ state }) => state.unreadable > 0)
          .flatMap(({ file }) => file.unreadable())
          .flatMap(({ id, packages }) =>
            packages.flatMap((packageName) => (packageNames.has(packageName) ? { ecosystem, packageName, id } : [])),
          )
          .filter(isFirst)
          .sort((a, b) => compareTexts(a.id, b.id) || compareTexts(a.packageName, b.packageName)),
      [Symbol.dispose]: close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Names the record files in the states. Feeds that have never been synced have none. */
function namesOf(states: readonly StoredState[]): string {
  return states.flatMap(({ recordFile }) => recordFile ?? []).join(',')
}

function sourceOf(files: readonly RecordFile[]): AdvisorySource {
  /**
   * For each file, the IDs in all earlier files, including those of withdrawn records. Computed only if an earlier file
   * can hide a record.
   */
  const idsBefore: (ReadonlySet<string> | undefined)[] = []
  const isHidden = (id: string, fileNumber: number) => {
    if (fileNumber === 0) return false
    idsBefore[fileNumber] ??= new Set(files.slice(0, fileNumber).flatMap((file) => [...file.table().keys()]))
    return idsBefore[fileNumber]?.has(id) === true
  }
  return {
    namesWithAdvisories: async (names) =>
      new Set([...names].filter((name) => files.some((file) => file.isAbout(name)))),
    async entries(names) {
      const wanted = new Set(names)
      const rows: AffectedEntryRow[] = []
      for (const [fileNumber, file] of files.entries())
        for (const [advisoryId, document, affected] of file.recordsAbout(wanted)) {
          if (isHidden(advisoryId, fileNumber)) continue
          for (const [packageName, entry] of affected)
            if (wanted.has(packageName)) rows.push({ packageName, advisoryId, entry, document })
        }
      return rows.sort((a, b) => compareTexts(a.advisoryId, b.advisoryId))
    },
  }
}

/** Compares by code units. For ASCII IDs, the service sorts in the same order. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isFirst(match: UnreadableMatch, index: number, all: readonly UnreadableMatch[]): boolean {
  return all.findIndex(({ id, packageName }) => id === match.id && packageName === match.packageName) === index
}
