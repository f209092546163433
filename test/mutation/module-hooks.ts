import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Mutant } from './mutant.ts'
import { withSwitches } from './schemata.ts'

/** Root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
const testApi = new URL('test-api.ts', import.meta.url).href
const own = new URL('./', import.meta.url).href
const generationOf = (url: string | undefined) =>
  url === undefined ? null : new URL(url).searchParams.get('generation')

/**
 * Loads sources with all their mutants behind switches, and `test-api.ts` in place of `vitest` in test files. If a
 * module is imported with `?generation=<n>`, its imports of the project's modules get the same number. A new generation
 * loads all of them again.
 */
export function hookModules(mutantsByPath: ReadonlyMap<string, readonly Mutant[]>): void {
  const sources = new Map<string, string>()
  registerHooks({
    resolve(specifier, context, next) {
      const generation = context.parentURL?.startsWith('file:') ? generationOf(context.parentURL) : null
      if (generation === null) return next(specifier, context)
      if (specifier === 'vitest') return { url: testApi, format: 'module-typescript', shortCircuit: true }
      const resolved = next(specifier, context)
      return isProject(resolved.url) ? { ...resolved, url: `${resolved.url}?generation=${generation}` } : resolved
    },
    load(url, context, next) {
      if (!url.startsWith('file:') || generationOf(url) === null) return next(url, context)
      const file = fileURLToPath(url)
      if (!file.endsWith('.ts')) return next(url, context)
      const source = sources.get(file) ?? stripped(file, mutantsByPath.get(relative(root, file)) ?? [])
      sources.set(file, source)
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

/** Returns the URL of a project file in a generation. */
export function inGeneration(path: string, generation: number): string {
  return `${pathToFileURL(`${root}${path}`).href}?generation=${generation}`
}

function isProject(url: string): boolean {
  return (
    url.startsWith(pathToFileURL(root).href) &&
    !url.includes('/node_modules/') &&
    !url.startsWith(own) &&
    url.endsWith('.ts')
  )
}

function stripped(file: string, mutants: readonly Mutant[]): string {
  return stripTypeScriptTypes(withSwitches(readFileSync(file, 'utf8'), mutants))
}
