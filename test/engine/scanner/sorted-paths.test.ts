import { describe, expect, it } from 'vitest'
import type { ReadingRecord } from '../../../src/engine/model/reading-record.ts'
import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { lostReadings } from '../../../src/engine/scanner/lost-readings.ts'
import { readingRecordOf } from '../../../src/engine/scanner/reading-record.ts'
import { SortedPaths } from '../../../src/engine/scanner/sorted-paths.ts'
import { heldSnapshot } from '../../../src/engine/sources/held-snapshot.ts'

const nothing: ReadingRecord = {
  followed: [],
  parsed: [],
  packages: [],
  settings: [],
  unread: [],
  locked: [],
  asking: [],
  unlocked: [],
}
/** Five thousand files that are 2,000 folders deep: together ten million folders. */
const deepPaths = Array.from({ length: 5_000 }, (_none, index) => `d${index}/${'a/'.repeat(2_000)}x.js`)

describe('paths below a folder', () => {
  it('are counted at any depth, and no others', () => {
    const paths = new SortedPaths(['a/b/c.js', 'a/a.js', 'a.js', 'a-b/c.js', 'a0/c.js', 'b/a/c.js', 'a/a.js'])
    expect(paths.below('a')).toEqual({ count: 2, first: 'a/a.js' })
    expect(paths.below('a/b')).toEqual({ count: 1, first: 'a/b/c.js' })
    for (const folder of ['.', '', 'a.js', 'c', 'a/b/c.js'])
      expect(paths.below(folder)).toEqual({ count: 0, first: undefined })
  })
})

describe('a project of many files in deep folders', () => {
  it('is recorded', () => {
    const snapshot = heldSnapshot({
      source: { type: 'git', canonicalUrl: 'https://git.example/a/b', revision: 'c0ffee', digest: 'sha256-' },
      files: new Map(),
      skipped: [],
      leftOut: {
        entries: [
          { path: 'link', reason: 'is a symbolic link', target: 'd7/a' },
          { path: 'other', reason: 'is a symbolic link', target: 'd7/b' },
        ],
      },
    })
    const reading = { packages: [], unread: [], locked: [], asking: [], unlocked: [] }
    const record = readingRecordOf({
      snapshot,
      inventory: { reading },
      code: { facts: new Map(), unread: [] },
      flows: { ...noFlows, followed: deepPaths, unlowered: [] },
    })
    expect(record?.followed).toHaveLength(5_000)
    expect(record?.unread.map(({ path }) => path)).toEqual(['other'])
  })

  it('is compared', () => {
    const lost = lostReadings(
      { ...nothing, followed: deepPaths },
      { ...nothing, unread: [{ path: 'd7', reason: 'is a submodule', kind: 'any', isFolder: true }] },
      new Set(),
    )
    expect(lost.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['folder d7'])
  })
})
