import { posix } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { SourceFileFacts, SourceImport } from '../analysis/source-file.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Number of files whose imports are followed before yielding to other work. */
const turnFiles = 1_000

/**
 * Returns `aside` files that `project` code imports, directly or through other such files. Follows relative specifiers,
 * and Python modules below the project root or its `src` folder. Type imports do not count, because they are not
 * executed.
 */
export async function importedAside(
  facts: ReadonlyMap<string, SourceFileFacts>,
  aside: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const byName = new Map<string, string[]>()
  // Most imports do not lead to these files, and their last path segment already shows this. Joining every import with
  // its folder took half of the total time.
  const lastParts = new Set<string>()
  for (const path of aside) {
    for (const name of importableNames(path)) {
      lastParts.add(lastPart(name))
      const same = byName.get(name)
      if (same) same.push(path)
      else byName.set(name, [path])
    }
  }
  const imported = new Set<string>()
  const open = [...facts.keys()].filter((path) => sourcePathClass(path) === 'project')
  let looked = 0
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const known = facts.get(path)
    for (const target of known ? targetsOf(path, known, lastParts) : []) {
      for (const found of byName.get(target) ?? []) {
        if (imported.has(found)) continue
        imported.add(found)
        open.push(found)
      }
    }
    if (++looked % turnFiles !== 0) continue
    await turn()
    signal.throwIfAborted()
  }
  return imported
}

/**
 * Returns the paths that can be used to import a file: unchanged, without its extension, with the extension of its
 * compiled form, and as a folder.
 */
function importableNames(path: string): string[] {
  const { dir, name, ext } = posix.parse(path)
  const stem = ext === '' ? path : path.slice(0, -ext.length)
  const compiled = /^\.[cm]?tsx?$/.test(ext)
    ? [`${stem}${ext.replace('ts', 'js')}`, `${stem}${ext.replace(/tsx?$/, 'js')}`]
    : []
  return [
    ...new Set([
      path,
      stem,
      ...compiled,
      ...(name === 'index' || name === '__init__' ? [posix.normalize(dir || '.')] : []),
    ]),
  ]
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function* targetsOf(
  path: string,
  { language, imports }: SourceFileFacts,
  lastParts: ReadonlySet<string>,
): Iterable<string> {
  const folder = posix.dirname(path)
  for (const found of imports) {
    if (found.kind === 'type') continue
    if (language === 'python') yield* pythonTargets(folder, found)
    else if (/^\.{1,2}(?:\/|$)/.test(found.specifier)) {
      const specifier = found.specifier.replace(/[?#].*/s, '')
      const last = lastPart(specifier)
      if (last === '' || last === '.' || last === '..' || lastParts.has(last))
        yield posix.join(folder, specifier).replace(/(?<=.)\/$/, '')
    }
  }
}

/** Resolves a relative import. One dot is the folder itself, and each further dot is one folder up. */
function* pythonTargets(folder: string, { specifier, names = [] }: SourceImport): Iterable<string> {
  const [, dots = '', module = ''] = /^(\.*)(.*)$/s.exec(specifier) ?? []
  const parts = module.replaceAll('.', '/')
  const roots =
    dots === ''
      ? ['.', 'src', folder]
      : [posix.join(folder, ...Array.from({ length: Math.min(dots.length, 100) - 1 }, () => '..'))]
  for (const root of roots) {
    const base = posix.join(root, parts)
    yield base
    for (const name of names) yield posix.join(base, name)
  }
}
