import { describe, expect, it } from 'vitest'
import { readRecord } from '../../../../src/engine/advisories/feed/read-record.ts'
import { FeedDraft } from '../../../../src/engine/advisories/file-store/feed-draft.ts'
import { storedRecord } from '../../../../src/engine/advisories/file-store/stored-record.ts'
import { advisoryJson } from '../../../../src/service/db/advisories/advisory-json.ts'

const least = { id: 'A-1', modified: '2025-01-02T03:04:05Z' }
const entry = (ecosystem: string, name: string) => ({ package: { ecosystem, name }, versions: ['1'] })

function rowOf(record: object, layout?: number) {
  const reading = readRecord({ content: Buffer.from(JSON.stringify(record, undefined, layout)) }, 'npm')
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.row
}

const stores = { database: advisoryJson, files: storedRecord }

describe.each(Object.entries(stores))('digest of a record in the %s', (_name, stored) => {
  const digestOf = (record: object, layout?: number) => stored(rowOf(record, layout)).digest
  const record = { ...least, summary: 'S', affected: [entry('npm', 'a'), entry('PyPI', 'b')] }

  it('depends on the content, not on the layout', () => {
    expect(digestOf(record, 2)).toBe(digestOf(record))
    expect(digestOf({ ...record, summary: 's' })).not.toBe(digestOf(record))
  })

  it('ignores packages of other ecosystems', () => {
    expect(digestOf({ ...record, affected: [entry('npm', 'a')] })).toBe(digestOf(record))
    expect(digestOf({ ...record, affected: [entry('npm', 'b')] })).not.toBe(digestOf(record))
  })
})

describe('advisoryJson', () => {
  it('replaces text that Postgres refuses', () => {
    const { document } = advisoryJson(
      rowOf({ ...least, 'key\0': 'nul \0, lone \ud800 and \udc00, pair \ud83d\ude00, escaped \\u0000' }),
    )
    expect(JSON.parse(document)).toMatchObject({
      'key\u{FFFD}': 'nul \u{FFFD}, lone \u{FFFD} and \u{FFFD}, pair \u{1F600}, escaped \\u0000',
    })
  })
})

describe('storedRecord', () => {
  const record = { ...least, summary: 'S', references: [{ url: 'https://a.example' }], affected: [entry('npm', 'a')] }

  it('keeps the fields used for matching', () => {
    const { line = '', packageNames } = storedRecord(rowOf(record))
    expect(JSON.parse(line)).toEqual(['A-1', { summary: 'S' }, [['a', { versions: ['1'] }]]])
    expect(packageNames).toEqual(['a'])
  })

  it('does not call a record changed if only other fields changed', () => {
    const digest = storedRecord(rowOf(record)).digest
    expect(storedRecord(rowOf({ ...record, references: [] })).digest).toBe(digest)
  })

  it('has no line for a withdrawn record, and notices the withdrawal', () => {
    const withdrawn = storedRecord(rowOf({ ...record, withdrawn: '2025-02-01T00:00:00Z' }))
    expect(withdrawn.line).toBeUndefined()
    expect(withdrawn.digest).not.toBe(storedRecord(rowOf(record)).digest)
  })

  it('has no line for a record about other ecosystems', () => {
    expect(storedRecord(rowOf({ ...record, affected: [entry('PyPI', 'a')] })).line).toBeUndefined()
  })
})

describe('a record whose other fields changed', () => {
  it('is not fetched again for its new time', async () => {
    const record = { ...least, affected: [entry('npm', 'a')] }
    const later = { ...record, modified: '2025-06-01T00:00:00Z', references: [{ url: 'https://a.example' }] }
    using draft = new FeedDraft(undefined)
    for (const each of [record, later]) draft.take({ rows: [rowOf(each)], unreadable: [], gone: [] })
    async function* listing() {
      yield { id: 'A-1', modified: new Date(later.modified) }
    }
    expect(await draft.compareListing(listing(), 10)).toMatchObject({ before: 1, changed: 0, vanished: 0 })
    expect(draft.newestModified(Infinity)).toEqual(new Date(later.modified))
  })
})
