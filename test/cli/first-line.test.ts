import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Returns the modules that Node loads before the first line of a file runs: its direct and indirect imports, without
 * `import()` and types.
 */
function loadedWith(path: string, loaded = new Map<string, string>()): Map<string, string> {
  if (loaded.has(path)) return loaded
  if (!existsSync(path)) return loaded.set(path, '')
  const text = readFileSync(path, 'utf8')
  loaded.set(path, text)
  for (const [, clause = '', from = ''] of text.matchAll(/^(?:import|export)([^'"\n]*?)from '([^']+)'/gm)) {
    const names = clause
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (/^\s*type\b/.test(clause) || names.every((name) => name.startsWith('type '))) continue
    loadedWith(from.startsWith('.') ? join(dirname(path), from) : from, loaded)
  }
  return loaded
}

describe.each(['scan', 'serve', 'advisories-sync'])('before the first line of assay %s', (command) => {
  const loaded = [...loadedWith('src/cli/main.ts').keys(), ...loadedWith(`src/cli/${command}.ts`).keys()]

  it('nothing is loaded that takes long: no database, no parser, no server', () => {
    expect(loaded).toContain('src/cli/run-command.ts')
    const packages = new Set(loaded.filter((path) => !path.startsWith('src/') && !path.startsWith('node:')))
    expect([...packages].sort()).toEqual(['ipaddr.js', 'package.json', 'zod'])
    expect(new Set(loaded).size).toBeLessThan(60)
  })
})
