import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { engineDigests, type EngineDigests } from '../../../build/engine-digests.ts'
import { copyCheckout } from '../support/copied-checkout.ts'

// Each test builds the whole project, which takes up to a minute if other tests run.
vi.setConfig({ testTimeout: 180_000 })

const folder = mkdtempSync(join(tmpdir(), 'assay-digests-'))
afterAll(() => rmSync(folder, { recursive: true }))

const checkout = copyCheckout(join(folder, 'checkout'))

function build(): EngineDigests {
  execFileSync(process.execPath, [join(checkout, 'build/build.ts')], { stdio: 'ignore' })
  return JSON.parse(readFileSync(join(checkout, 'dist/digests.json'), 'utf8'))
}

/** Changes a source file, builds, and restores the file. */
function buildWith(path: string, change: (text: string) => string): EngineDigests {
  const file = join(checkout, path)
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
  const digests = build()
  writeFileSync(file, text)
  return digests
}

const unchanged = build()

it('builds the same digests from the same sources', () => {
  expect(unchanged).toEqual(JSON.parse(readFileSync('dist/digests.json', 'utf8')))
})

it('keeps the digests when comments and line breaks change', () => {
  const commented = buildWith(
    'src/engine/analysis/lower-source-file.ts',
    (text) => `// A comment\n${text.replaceAll(/\n(?=export )/g, '\n\n/* another one */\n')}\n// the last one\n`,
  )
  expect(commented).toEqual(unchanged)
})

it('changes the digest of the engine with a rule, and keeps that of files', () => {
  const changed = buildWith('src/engine/rules/leaked-secrets/shape.ts', (text) => `${text}\nexport const added = 1\n`)
  expect(changed.engine).not.toBe(unchanged.engine)
  expect(changed.files).toBe(unchanged.files)
})

it('changes the digest of the engine with a line of a model', () => {
  const changed = buildWith('src/engine/analysis/models/sinks/code.ts', (text) => text.replace("'eval'", "'evaluate'"))
  expect(changed.engine).not.toBe(unchanged.engine)
})

it('changes the digest of the engine with the query for advisories', () => {
  const changed = buildWith('src/service/db/advisories/matching.ts', (text) => `${text}\nexport const added = 1\n`)
  expect(changed.engine).not.toBe(unchanged.engine)
  expect(changed.files).toBe(unchanged.files)
})

it('changes both digests with a front end', () => {
  const changed = buildWith(
    'src/engine/analysis/frontends/javascript/parse-javascript.ts',
    (text) => `${text}\nexport const added = 1\n`,
  )
  expect(changed.engine).not.toBe(unchanged.engine)
  expect(changed.files).not.toBe(unchanged.files)
})

it('keeps the digests when a page of the service changes', () => {
  expect(buildWith('src/service/pages/layout.ts', (text) => `${text}\nexport const added = 1\n`)).toEqual(unchanged)
})

it.each(['@babel/parser', 'oxc-parser', 'py-ast'])('changes both digests with the version of %s', (name) => {
  const other = join(folder, name.replaceAll(/\W/g, '-'))
  for (const path of globSync('node_modules/{*,@*/*}/package.json'))
    cpSync(path, join(other, path), { recursive: true })
  cpSync('node_modules/py-ast/dist', join(other, 'node_modules/py-ast/dist'), { recursive: true })
  expect(engineDigests(join(checkout, 'dist'), other)).toEqual(unchanged)
  const manifest = join(other, 'node_modules', name, 'package.json')
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: '99.0.0' }))
  const changed = engineDigests(join(checkout, 'dist'), other)
  expect(changed.engine).not.toBe(unchanged.engine)
  expect(changed.files).not.toBe(unchanged.files)
})
