import { describe, expect, it } from 'vitest'
import { kindOfUnanalyzedName } from '../../../../src/engine/inventory/not-analyzed/not-analyzed.ts'
import { unreadFormatOf } from '../../../../src/engine/inventory/project/unread-formats.ts'
import { manifestReaders } from '../../../../src/engine/inventory/readers/catalogue.ts'
import { knownNames } from './known-names.ts'

describe('manifest names that other tools know', () => {
  it('are read, or named as a gap, or named as not analyzed', () => {
    const silent = knownNames.filter(
      ([path]) =>
        !manifestReaders.some((reader) => reader.reads(path)) &&
        unreadFormatOf(path) === undefined &&
        kindOfUnanalyzedName(path) === undefined,
    )
    expect(silent).toEqual([])
  })

  it('are listed once', () => {
    const paths = knownNames.map(([path]) => path)
    expect(paths).toEqual([...new Set(paths)])
  })
})
