import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { distFile } from './support/run-action.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-action-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('what the runner gets', () => {
  it('is built from these sources, the same each time', () => {
    const built = ['one.js', 'two.js'].map((name) => {
      execFileSync(process.execPath, ['action/build.ts', join(folder, name)])
      return readFileSync(join(folder, name))
    })
    expect(built[0]?.equals(built[1] ?? Buffer.of())).toBe(true)
    expect(built[0]?.equals(readFileSync(distFile)), 'action/dist is of other sources: npm run build:action').toBe(true)
  })

  it('is one small file that needs nothing but node, and names no path of the machine that built it', () => {
    expect(globSync('action/dist/*')).toEqual(['action/dist/index.js'])
    expect(statSync(distFile).size).toBeLessThan(600_000)
    const text = readFileSync(distFile, 'utf8')
    const imports = [...text.matchAll(/(?:from|import)\s*["']([^"']+)["']/g)].map((match) => match[1])
    expect(imports.length).toBeGreaterThan(0)
    expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([])
    expect(text.split('\n').length).toBeLessThan(60)
    expect(text).not.toContain(process.cwd())
  })

  // The words for advisory dates are shared with the reports: that file is pure and imports types only.
  it('imports nothing of the service but the words that reports share', () => {
    const strays = globSync('action/**/*.ts').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !/^(\.\/|node:|\.\.\/\.\.\/client\/|esbuild$)/.test(name)),
    )
    expect(strays).toEqual(['../../src/engine/reports/advisory-dates.ts'])
    expect(readFileSync('src/engine/reports/advisory-dates.ts', 'utf8')).not.toMatch(/^import (?!type )/m)
  })
})
