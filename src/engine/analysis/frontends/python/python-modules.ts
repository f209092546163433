import { posix } from 'node:path'
import type { ModuleResolver } from '../../modules/module-resolution.ts'
import { taintLimits } from '../../taint-limits.ts'
import { isOuterModule } from './outer-modules.ts'

/**
 * Resolves imports of Python: relative ones by their dots, absolute ones from every folder that is no package itself.
 * With a name, what is taken may be a module below the one named, or what the package's own file binds to that name. A
 * program that runs as a script finds modules in its own folder, also where that is a package.
 */
export function pythonModules(paths: readonly string[]): ModuleResolver {
  const known = new Set(paths)
  const byDottedName = dottedNames(known)
  const existing = (folder: string) =>
    [`${folder}.py`, `${folder}/__init__.py`, `${folder}.pyi`]
      .map((path) => path.replace(/^\.\//, '').replace(/^\//, ''))
      .find((path) => known.has(path))
  const below = (folder: string, name: string) =>
    name === '*' || name === '' ? undefined : existing(posix.join(folder, name))
  /** A module that is found from a folder: the one that a dotted name means, or one of this name below it. */
  const inFolder = (folder: string, name: string) => {
    const own = existing(folder)
    const module = below(folder, name)
    return module === undefined ? { path: own, isModule: false } : asModule(module, own)
  }
  const ofScript = (fromPath: string, specifier: string, name: string) => {
    if (isOuterModule(specifier)) return undefined
    let folder = posix.dirname(fromPath)
    for (let up = 0; up < taintLimits.maxModuleFolders; up += 1) {
      const found = inFolder(posix.join(folder, specifier.replaceAll('.', '/')), name)
      if (found.path !== undefined && found.path !== fromPath) return found
      if (folder === '.') return undefined
      folder = posix.dirname(folder)
    }
    return undefined
  }
  return (fromPath, specifier, name) => {
    const [, dots = '', rest = ''] = /^(\.*)(.*)$/s.exec(specifier) ?? []
    if (dots !== '') {
      let folder = posix.dirname(fromPath)
      for (let up = 1; up < dots.length; up += 1) folder = posix.dirname(folder)
      const target = posix.join(folder, rest.replaceAll('.', '/'))
      const own =
        rest === ''
          ? (existing(target === '.' ? '__init__' : target) ?? existing(posix.join(target, '__init__')))
          : existing(target)
      const module = below(target, name)
      return module === undefined
        ? { path: own, isModule: false }
        : asModule(module, own === fromPath ? undefined : own)
    }
    const module = name === '*' ? undefined : byDottedName.get(`${specifier}.${name}`)
    const own = byDottedName.get(specifier)
    if (module !== undefined) return asModule(module, own)
    return own === undefined
      ? (ofScript(fromPath, specifier, name) ?? { path: undefined, isModule: false })
      : { path: own, isModule: false }
  }
}

/** A module of a package, or what the package's own file binds to the name of the module. */
function asModule(path: string, own: string | undefined): ReturnType<ModuleResolver> {
  return own?.endsWith('__init__.py') === true ? { path, isModule: true, named: own } : { path, isModule: true }
}

/** Modules by the names that absolute imports may give them; of two with one name, that with the shorter path. */
function dottedNames(known: ReadonlySet<string>): Map<string, string> {
  const named = new Map<string, string>()
  for (const path of [...known].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const parts = path.replace(/\.pyi?$/, '').split('/')
    if (parts.at(-1) === '__init__') parts.pop()
    if (parts.length > taintLimits.maxModuleFolders) continue
    // A module can be imported from the first folder above that is no package, or, in packages without `__init__.py`,
    // from any.
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join('.')
      const isInsidePackage = from > 0 && known.has(`${parts.slice(0, from).join('/')}/__init__.py`)
      if (name !== '' && !isInsidePackage && !named.has(name)) named.set(name, path)
    }
  }
  return named
}

/** Files of top-level packages, and of modules beside them, by which other programs import a project. */
export function publicPackages(paths: readonly string[]): readonly string[] {
  const known = new Set(paths)
  return paths.filter((path) => {
    const [, folder = ''] = /^(?:(.*)\/)?__init__\.py$/.exec(path) ?? []
    if (folder === '' || folder.split('/').length > 2) return false
    return !known.has(posix.join(posix.dirname(folder), '__init__.py'))
  })
}
