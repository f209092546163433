import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTemporaryFolder, removeAbandonedFolders } from '../../../src/engine/sources/temporary-folder.ts'

const source = fileURLToPath(new URL('../../../src/engine/sources/temporary-folder.ts', import.meta.url))
let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'assay-data-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

/** Returns a folder of a process that has ended. */
function madeByAnother(): string {
  const made = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { makeTemporaryFolder } = await import(${JSON.stringify(source)}); console.log(await ` +
        `makeTemporaryFolder(${JSON.stringify(parent)}, 'git'))`,
    ],
    { encoding: 'utf8' },
  )
  return made.stdout.trim()
}

/** Creates the folder of another process, with a file in it. */
function renamed(folder: string, change: (parts: string[]) => void, hoursAgo = 0): string {
  const parts = basename(folder).split('-')
  change(parts)
  const path = join(parent, parts.join('-'))
  mkdirSync(path)
  writeFileSync(join(path, 'pack'), 'x')
  const then = new Date(Date.now() - hoursAgo * 3_600_000)
  utimesSync(path, then, then)
  return path
}

it('a folder is for its owner only, and stays while its process lives', async () => {
  const [git, folder] = [await makeTemporaryFolder(parent, 'git'), await makeTemporaryFolder(parent, 'folder')]
  expect(statSync(git).mode & 0o777).toBe(0o700)
  utimesSync(git, new Date(0), new Date(0))
  await removeAbandonedFolders(parent)
  expect([git, folder].filter(existsSync)).toEqual([git, folder])
})

it('what a process left that is no more is removed with all that is in it', async () => {
  const left = madeByAnother()
  writeFileSync(join(left, 'pack'), 'x')
  expect(existsSync(left)).toBe(true)
  await removeAbandonedFolders(parent)
  expect(existsSync(left)).toBe(false)
})

it('a process id that came again does not keep what its last owner left', async () => {
  const left = renamed(await makeTemporaryFolder(parent, 'git'), (parts) => {
    parts[3] = '1'
  })
  await removeAbandonedFolders(parent)
  expect(existsSync(left)).toBe(false)
})

it("other machines' and living processes' folders go only when no scan can last so long", async () => {
  const own = await makeTemporaryFolder(parent, 'folder')
  const elsewhere = (parts: string[]) => {
    parts[1] = '00000000'
  }
  const living = (parts: string[]) => {
    parts[2] = String(process.ppid)
  }
  const young = [renamed(own, elsewhere), renamed(own, living)]
  const unrelated = ['git-abc', 'advisories-x', 'postgres', 'git-00000000-1-1'].map((name) => join(parent, name))
  for (const path of unrelated) {
    mkdirSync(path)
    utimesSync(path, new Date(0), new Date(0))
  }
  await removeAbandonedFolders(parent)
  expect([...young, ...unrelated].filter((path) => !existsSync(path))).toEqual([])
  for (const path of young) utimesSync(path, new Date(Date.now() - 3 * 3_600_000), new Date(Date.now() - 3 * 3_600_000))
  await removeAbandonedFolders(parent)
  expect(young.filter(existsSync)).toEqual([])
  expect(readdirSync(parent).sort()).toEqual([...unrelated.map((path) => basename(path)), basename(own)].sort())
})
