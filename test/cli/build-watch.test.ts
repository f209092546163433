import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it, vi } from 'vitest'
import { watchBuild } from '../../src/cli/build-watch.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-build-watch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'built-from')

/** Starts a watch that checks every 5 ms, and collects its warnings. */
function watched() {
  const warnings: unknown[] = []
  const watch = watchBuild({ warn: (line) => void warnings.push(line) }, { file: pathToFileURL(file), everyMs: 5 })
  return { warnings, [Symbol.dispose]: () => watch[Symbol.dispose]() }
}

it('warns once when the build changes, and not while it is replaced', async () => {
  writeFileSync(file, 'first')
  using watch = watched()
  await pause(50)
  renameSync(file, `${file}-former`)
  await pause(50)
  renameSync(`${file}-former`, file)
  await pause(50)
  expect(watch.warnings).toEqual([])
  writeFileSync(`${file}-new`, 'second')
  renameSync(`${file}-new`, file)
  await vi.waitFor(() => expect(watch.warnings).toEqual([expect.stringContaining('restart the service')]))
  writeFileSync(`${file}-new`, 'third')
  renameSync(`${file}-new`, file)
  await pause(50)
  expect(watch.warnings).toHaveLength(1)
})

it('ends with its disposal', async () => {
  writeFileSync(file, 'first')
  const watch = watched()
  watch[Symbol.dispose]()
  writeFileSync(file, 'second')
  await pause(50)
  expect(watch.warnings).toEqual([])
})
