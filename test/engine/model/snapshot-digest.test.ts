import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { digestOfFiles } from '../../../src/engine/model/snapshot-digest.ts'
import type { SnapshotFile } from '../../../src/engine/model/snapshot.ts'

const filesOf = (contents: Readonly<Record<string, Buffer>>): ReadonlyMap<string, SnapshotFile> =>
  new Map(Object.entries(contents).map(([path, content]) => [path, { path, size: content.length, content }]))

it('is the SHA-256 of paths with their lengths and of the digests of contents, in the order of paths', async () => {
  const contentOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const expected = createHash('sha256')
    .update(`1:a${contentOf('xy')}`)
    .update(`2:é${contentOf('')}`)
    .digest('base64')
  expect(await digestOfFiles(filesOf({ é: Buffer.alloc(0), a: Buffer.from('xy') }))).toBe(`sha256-${expected}`)
})

it('lets others work in between, by bytes and by number of files', async () => {
  const large = filesOf(
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, Buffer.alloc(1024 * 1024)])),
  )
  const many = filesOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, Buffer.alloc(0)])))
  for (const files of [large, many]) {
    const state = { turns: 0, isDone: false }
    const digest = digestOfFiles(files).finally(() => {
      state.isDone = true
    })
    while (!state.isDone) {
      state.turns += 1
      await setImmediate()
    }
    await digest
    expect(state.turns).toBeGreaterThan(10)
  }
})

it('ends with its signal', async () => {
  const files = filesOf(
    Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`f${index}`, Buffer.alloc(1024 * 1024)])),
  )
  await expect(digestOfFiles(files, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
})
