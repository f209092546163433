import { setImmediate as turn } from 'node:timers/promises'
import { javaScriptModules } from '../analysis/frontends/javascript/javascript-modules.ts'
import { namedFiles } from '../analysis/frontends/javascript/named-files.ts'
import { moduleResolvers } from '../analysis/modules/resolve-modules.ts'
import { semanticsOf } from '../analysis/frontends/catalogue.ts'
import type { ModuleSettings } from '../analysis/modules/module-resolution.ts'
import type { SourceFileFacts } from '../analysis/source-file.ts'
import { asideRun } from './module-settings.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Number of imports to follow before yielding to other work. Each visited file counts as one more import. */
const turnImports = 5_000

/** Files to include in the taint analysis. */
export interface FlowFiles {
  /** Files, starting with those nearest to a taint source. */
  readonly paths: readonly string[]
  /** Imported files by importing file. */
  readonly imports: ReadonlyMap<string, readonly string[]>
}

/**
 * Selects the files for the taint analysis: files with taint sources, their imports, their importers, and the imports
 * of their importers. Sorted by distance, and then in the order of the facts. `aside` files (see `sourcePathClass`),
 * such as tests, are included only if project code imports them or the project starts them.
 */
export async function flowFiles(
  facts: ReadonlyMap<string, SourceFileFacts>,
  settings: ModuleSettings,
  signal: AbortSignal,
): Promise<FlowFiles> {
  const imported = await importsOf(facts, settings, signal)
  const importers = new Map<string, string[]>()
  for (const [path, targets] of imported)
    for (const target of targets) if (sourcePathClass(path) === 'project') append(importers, target, path)
  const chosen = new Set<string>()
  const waiting: string[] = []
  const choose = (path: string) => {
    if (chosen.has(path)) return
    chosen.add(path)
    waiting.push(path)
  }
  const run = [...facts.values()].some(({ page }) => page === true)
    ? filesRun(facts, settings, imported)
    : new Set<string>()
  for (const [path, { entry, page }] of facts)
    if ((entry === true || (page === true && run.has(path))) && sourcePathClass(path) === 'project') choose(path)
  for (const path of asideEntries(facts, settings, imported)) choose(path)
  // A library has no entry points of its own, so data enters through the files that other programs can import.
  if (chosen.size === 0) for (const path of publicFiles(facts, settings)) choose(path)
  const above = new Set(waiting)
  for (let at = 0; at < waiting.length; at += 1) {
    const path = waiting[at] ?? ''
    for (const target of imported.get(path) ?? []) choose(target)
    // A file that imports a file with taint sources may pass data to it. A file that only imports one of its imports
    // does not.
    if (!above.has(path)) continue
    for (const importer of importers.get(path) ?? []) {
      above.add(importer)
      choose(importer)
    }
  }
  return { paths: waiting, imports: imported }
}

/** Returns the `project` files that other programs can import. */
function publicFiles(facts: ReadonlyMap<string, SourceFileFacts>, settings: ModuleSettings): readonly string[] {
  const byLanguage = Map.groupBy(facts, ([, { language }]) => semanticsOf(language))
  return [...byLanguage].flatMap(([semantics, files]) =>
    (
      semantics?.publicModules?.(
        files.map(([path]) => path),
        settings,
      ) ?? []
    ).filter((path) => sourcePathClass(path) === 'project'),
  )
}

/**
 * Returns `aside` files that contain taint sources and are started by the project, either directly or through imports
 * of started files.
 */
function asideEntries(
  facts: ReadonlyMap<string, SourceFileFacts>,
  settings: ModuleSettings,
  imported: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const isEntry = (path: string) => facts.get(path)?.entry === true && sourcePathClass(path) === 'aside'
  if (![...facts.keys()].some(isEntry)) return []
  const run = new Set(asideRun(new Set(facts.keys()), settings))
  // Iterating over a set includes elements that are added during the loop.
  for (const path of run) for (const target of imported.get(path) ?? []) run.add(target)
  return [...run].filter(isEntry)
}

/**
 * Returns the files that the project declares as executable, and their imports. They are not treated as web pages, even
 * if their content looks like one.
 */
function filesRun(
  facts: ReadonlyMap<string, SourceFileFacts>,
  settings: ModuleSettings,
  imported: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const resolve = javaScriptModules(new Set(facts.keys()), settings)
  const run = new Set(namedFiles(settings).flatMap(({ from, specifier }) => resolve(from, specifier) ?? []))
  for (const path of run) for (const target of imported.get(path) ?? []) run.add(target)
  return run
}

async function importsOf(
  facts: ReadonlyMap<string, SourceFileFacts>,
  settings: ModuleSettings,
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const files = [...facts].flatMap(([path, { language }]) => {
    const semantics = semanticsOf(language)
    return semantics ? [{ path, semantics }] : []
  })
  const resolvers = moduleResolvers(files, settings)
  const imported = new Map<string, string[]>()
  let looked = 0
  for (const [path, { language, imports }] of facts) {
    const semantics = semanticsOf(language)
    const resolve = semantics && resolvers.get(semantics)
    const targets: (string | undefined)[] = imports
      .filter(({ kind }) => kind !== 'type')
      .flatMap(({ specifier, names = ['*'] }) =>
        names.flatMap((name) => {
          const found = resolve?.(path, specifier, name)
          return [found?.path, found?.named]
        }),
      )
    imported.set(path, [
      ...new Set(targets.filter((target): target is string => target !== undefined && target !== path)),
    ])
    looked += 1 + imports.length
    if (looked < turnImports) continue
    looked = 0
    await turn()
    signal.throwIfAborted()
  }
  return imported
}

function append(into: Map<string, string[]>, key: string, value: string): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
