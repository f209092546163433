import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { removeFolder } from '../../../src/engine/sources/remove-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'remove-folder-'))
const folder = join(base, 'folder')
const perl = (program: string, ...words: string[]) => spawnSync('perl', ['-e', program, folder, ...words])

beforeEach(() => mkdirSync(folder))
afterAll(() => removeFolder(base))

it('removes files, links, and folders, and nothing that links lead to', async () => {
  mkdirSync(join(base, 'other'))
  writeFileSync(join(base, 'other', 'kept'), '')
  mkdirSync(join(folder, 'a', 'b', 'c'), { recursive: true })
  for (const parent of ['', 'a', join('a', 'b')]) {
    writeFileSync(join(folder, parent, 'file'), '')
    symlinkSync(join(base, 'other'), join(folder, parent, 'link'))
  }
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
  expect(readdirSync(join(base, 'other'))).toEqual(['kept'])
})

it('succeeds if the folder does not exist', async () => {
  await removeFolder(join(base, 'missing'))
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

it.runIf(process.platform === 'linux')(
  'removes folders whose paths are too long for the kernel',
  async () => {
    perl('chdir $ARGV[0]; for (1 .. 600) { mkdir "a" x 10; chdir "a" x 10 } open F, ">file"')
    await removeFolder(folder)
    expect(existsSync(folder)).toBe(false)
  },
  60_000,
)

it.runIf(process.platform === 'linux')('removes folders that it may neither list nor change', async () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
  writeFileSync(join(folder, 'a', 'b', 'file'), '')
  chmodSync(join(folder, 'a', 'b'), 0)
  chmodSync(join(folder, 'a'), 0o300)
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

/** Program that replaces folders with links to another folder, and the links with folders, for 3 s. */
const swap = `chdir $ARGV[0]; alarm 3;
for ($n = 0; 1; $n++) {
  for $d (0 .. 9) {
    mkdir "d$d"; open F, ">d$d/file"; close F;
    rename "d$d", "o$d.$n" and symlink $ARGV[1], "d$d";
    unlink "d$d"; rename "o$d.$n", "d$d"
  }
}`

it.runIf(process.platform === 'linux')(
  'removes no files outside the folder while a program puts links into it',
  async () => {
    const outside = join(base, 'outside')
    mkdirSync(outside)
    for (let count = 0; count < 50; count++) writeFileSync(join(outside, `${count}`), '')
    const program = spawn('perl', ['-e', swap, folder, outside], { stdio: 'ignore' })
    const over = new AbortController()
    const ended = once(program, 'exit').then(() => over.abort())
    await pause(100)
    // A removal fails if the program fills the folder again.
    while (!over.signal.aborted && existsSync(folder)) await removeFolder(folder).catch(() => {})
    program.kill('SIGKILL')
    await ended
    expect(readdirSync(outside)).toHaveLength(50)
    await removeFolder(folder)
    expect(existsSync(folder)).toBe(false)
  },
  60_000,
)
