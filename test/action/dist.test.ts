import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
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
    const imports = [...text.matchAll(/(?<![\w-])(?:from|import)\s*["']([^"']+)["']/g)].map((match) => match[1])
    expect(imports.length).toBeGreaterThan(0)
    expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([])
    expect(text.split('\n').length).toBeLessThan(60)
    expect(text).not.toContain(process.cwd())
  })

  // The modules that reports share are small: they include no schema of the model and no rule.
  it('imports nothing of the service but the texts and groups that reports share', () => {
    const strays = globSync('action/**/*.ts').flatMap((path) =>
      importsOf(path)
        .filter((name) => !/^(node:|esbuild$)/.test(name))
        .map((name) => normalize(join(dirname(path), name)))
        .filter((imported) => !/^(action|client)\//.test(imported)),
    )
    expect([...new Set(strays)].filter((path) => !path.startsWith('src/engine/reports/'))).toEqual([])
    const reached = new Set(strays)
    for (const path of reached)
      for (const name of importsOf(path)) if (name.startsWith('.')) reached.add(normalize(join(dirname(path), name)))
    const shared = /^src\/engine\/(?:reports|advisories\/version-order)\//
    expect([...reached].filter((path) => !shared.test(path)).toSorted()).toEqual([
      'src/engine/model/canonical-definition.ts',
      'src/engine/model/fingerprint.ts',
      'src/engine/model/priority.ts',
      'src/engine/model/reachability-text.ts',
      'src/engine/model/severity-order.ts',
      'src/engine/model/short-id.ts',
      'src/engine/model/tool-reaches.ts',
      'src/engine/model/undecided.ts',
      'src/engine/model/upgrade-text.ts',
      'src/engine/sources/python-packaging/version.ts',
    ])
    expect(statSync(distFile).size).toBeLessThan(120_000)
  })
})

/** Returns the names that a file imports, except types. */
function importsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?!type )[^'"]*? from '([^']+)'/gm)].map(
    (match) => match[1] ?? '',
  )
}
