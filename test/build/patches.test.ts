import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { patchedFiles, unpatchedFiles } from '../../patches/patches.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates an installation of the patched packages, with each file changed by `change`. */
function installation(change: (text: string, file: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-patches-'))
  folders.push(folder)
  cpSync('patches', join(folder, 'patches'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const file of patchedFiles.flatMap((file) => [file, `${file.split('/')[0]}/package.json`])) {
    mkdirSync(dirname(join(folder, 'node_modules', file)), { recursive: true })
    writeFileSync(join(folder, 'node_modules', file), change(readFileSync(`node_modules/${file}`, 'utf8'), file))
  }
  return folder
}

const run = (folder: string, code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })
const missing = (folder: string) =>
  JSON.parse(
    run(folder, "import { unpatchedFiles } from './patches/patches.js'; console.log(JSON.stringify(unpatchedFiles()))"),
  )

it('finds every patch in this installation', () => {
  expect(unpatchedFiles()).toEqual([])
})

it.each(patchedFiles)('names %s when one patch is missing in it', (file) => {
  const folder = installation((text, name) => (name === file ? text.replace(/\n.*/s, '') : text))
  expect(missing(folder)).toEqual([file])
})

it('names a file that is not installed', () => {
  const folder = installation((text) => text)
  rmSync(join(folder, 'node_modules/postgres'), { recursive: true })
  expect(missing(folder)).toEqual(patchedFiles.filter((file) => file.startsWith('postgres/')))
  // An installation without the service has no database driver. Patching the other packages must succeed.
  expect(run(folder, "import './patches/apply.js'")).toBe('')
})

it('refuses another version, with the name of the package', () => {
  const folder = installation((text) => text.replace(/"version": *"[^"]+"/, '"version": "99.0.0"'))
  expect(() => run(folder, "import './patches/apply.js'")).toThrow(
    /patches for postgres 3\.4\.9, and 99\.0\.0 is installed/,
  )
})
