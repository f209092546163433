import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { openObjectReader } from '../../../../src/engine/sources/git/object-reader.ts'
import { createObjectStore } from '../../../../src/engine/sources/git/object-store.ts'
import { gitObject, writePack } from '../../../support/git-objects.ts'

const temporaryFolder = mkdtempSync(join(tmpdir(), 'assay-object-reader-'))
afterAll(() => rmSync(temporaryFolder, { recursive: true, force: true }))
const [first, second] = [gitObject('blob', 'one'), gitObject('blob', Buffer.alloc(100_000, 'two'))]
const absent = '0123456789012345678901234567890123456789'

it.each([true, false])('reads headers and contents in turns, with commands: %s', async (takesCommands) => {
  const signal = AbortSignal.timeout(30_000)
  await using store = await createObjectStore({
    git: { temporaryFolder },
    objectFormat: undefined,
    limits: gitLimits,
    signal,
  })
  await store.takeIn(
    (async function* () {
      yield writePack([first, second])
    })(),
  )
  await using reader = openObjectReader({
    ...store.run,
    takesCommands: takesCommands && store.run.takesCommands === true,
  })
  for (let turn = 0; turn < 2; turn++) {
    expect(await reader.headers(new Set([second.id, absent, first.id]))).toEqual(
      new Map<string, unknown>([
        [second.id, { type: 'blob', size: 100_000 }],
        [absent, 'missing'],
        [first.id, { type: 'blob', size: 3 }],
      ]),
    )
    const read: unknown[] = []
    for await (const found of reader.read([first.id, absent, second.id], 200_000)) read.push(found)
    expect(read).toEqual([
      { type: 'blob', content: Buffer.from('one') },
      'missing',
      { type: 'blob', content: Buffer.alloc(100_000, 'two') },
    ])
  }
})

it.each([
  ['another content', `${first.id} blob 3\ntwo\n`],
  ['another type', `${first.id} tree 3\none\n`],
  ['a sentence as a type', `${first.id} nice,see\u00a0https://evil.example 3\none\n`],
])('accepts no object from a compromised git with %s', async (_lie, answer) => {
  writeFileSync(join(temporaryFolder, 'answer'), answer, 'latin1')
  await using reader = openObjectReader({
    folder: temporaryFolder,
    command: ['/bin/sh', '-c', 'cat answer'],
    limits: gitLimits,
    signal: AbortSignal.timeout(30_000),
  })
  await expect(reader.read([first.id], 1_000).next()).rejects.toThrow('sent objects that git cannot read')
})
