import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readExportEntries } from '../../../../src/engine/advisories/feed/export-entries.ts'
import { zip } from '../../../support/zip.ts'

const bounds = { maxRecordBytes: 1_000_000, maxExportBytes: 10_000_000 }

async function read(bytes: Buffer): Promise<[string, number | undefined][]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'all.zip'), bytes)
  const file = await open(join(folder, 'all.zip'))
  try {
    const entries: [string, number | undefined][] = []
    for await (const batch of readExportEntries(file, bounds))
      for (const { name, content } of batch) entries.push([name, content?.length])
    return entries
  } finally {
    await file.close()
  }
}

const small = { name: 'A-1.json', content: '{}' }

describe('readExportEntries', () => {
  it('reads .json files in their order, small and large, across blocks', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({
      name: `A-${index}.json`,
      content: JSON.stringify({ index, noise: 'x'.repeat(index) }),
    }))
    const large = { name: 'large.json', content: Buffer.alloc(900_000, 'noise that packs badly '.repeat(17)) }
    const entries = await read(
      zip([...many, { name: 'README.md', content: 'not a record' }, { name: 'folder/', content: '' }, large]),
    )
    expect(entries).toEqual([...many, large].map(({ name, content }) => [name, content.length]))
  })

  it('passes a record over that claims to be larger than any may be', async () => {
    expect(await read(zip([{ name: 'bomb.json', content: Buffer.alloc(1_000_001) }, small]))).toEqual([
      ['bomb.json', undefined],
      ['A-1.json', 2],
    ])
  })

  it('stops when all together are larger than any export may be', async () => {
    const entries = Array.from({ length: 11 }, (_, index) => ({
      name: `${index}.json`,
      content: Buffer.alloc(1_000_000),
    }))
    await expect(read(zip(entries))).rejects.toMatchObject({ name: 'AdvisorySyncFailure', code: 'too-large' })
  })

  const whole = zip([small, { name: 'A-2.json', content: '{"some":"content"}' }])
  const damaged = Buffer.from(whole)
  damaged[45] = (damaged[45] ?? 0) ^ 0xff
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!doctype html><title>Sorry</title>')],
    ['a zip cut off in the middle', whole.subarray(0, whole.length / 2)],
    ['a zip cut off at its end', whole.subarray(0, -1)],
    ['a zip without its beginning', whole.subarray(20)],
    ['packed bytes changed on the way', damaged],
    ['a wrong checksum', zip([{ ...small, claimedCrc: 1 }])],
    [
      'an entry that unpacks to more than it claims',
      zip([{ name: 'bomb.json', content: Buffer.alloc(900_000), claimedBytes: 10 }]),
    ],
    ['an entry that unpacks to less than it claims', zip([{ ...small, claimedBytes: 10 }])],
    ['a path out of the folder', zip([{ name: '../../A-1.json', content: '{}' }])],
  ])('refuses %s', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      name: 'AdvisorySyncFailure',
      code: 'broken-export',
      message: 'The advisory export is not a valid zip file.',
    })
  })
})
