import { posix } from 'node:path'
import type { ModuleResolver } from '../../modules/module-resolution.ts'
import { taintLimits } from '../../taint-limits.ts'
import { isOuterModule } from './outer-modules.ts'

/**
 * Resolves Python imports: relative ones by their dots, and absolute ones from every folder that is not itself a
 * package. An imported name may be a submodule, or a name that the package's `__init__.py` binds. A script finds
 * modules in its own folder, even if that folder is a package.
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
  /** Finds a module in a folder: the one with the dotted name, or its submodule with the imported name. */
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

/** Returns a package's module together with the package's `__init__.py`, which may bind the same name. */
function asModule(path: string, own: string | undefined): ReturnType<ModuleResolver> {
  return own?.endsWith('__init__.py') === true ? { path, isModule: true, named: own } : { path, isModule: true }
}

/** Maps absolute import names to modules. If two modules have the same name, the one with the shorter path wins. */
function dottedNames(known: ReadonlySet<string>): Map<string, string> {
  const named = new Map<string, string>()
  for (const path of [...known].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const parts = path.replace(/\.pyi?$/, '').split('/')
    if (parts.at(-1) === '__init__') parts.pop()
    if (parts.length > taintLimits.maxModuleFolders) continue
    // A module can be imported from its first parent folder that is not a package. In packages without `__init__.py`,
    // any parent folder works.
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join('.')
      const isInsidePackage = from > 0 && known.has(`${parts.slice(0, from).join('/')}/__init__.py`)
      if (name !== '' && !isInsidePackage && !named.has(name)) named.set(name, path)
    }
  }
  return named
}

/** Returns the files through which other programs import a project: top-level packages and modules next to them. */
export function publicPackages(paths: readonly string[]): readonly string[] {
  const known = new Set(paths)
  return paths.filter((path) => {
    const [, folder = ''] = /^(?:(.*)\/)?__init__\.py$/.exec(path) ?? []
    if (folder === '' || folder.split('/').length > 2) return false
    return !known.has(posix.join(posix.dirname(folder), '__init__.py'))
  })
}
