import { posix } from 'node:path'
import { taintLimits } from '../../taint-limits.ts'
import { objectOf, settingsObject, targetsOf } from './javascript-modules.ts'
import type { ModuleSettings } from '../../modules/module-resolution.ts'

/** Programs that run a file passed as an argument. */
const runners: ReadonlySet<string> = new Set(['node', 'nodemon', 'tsx', 'ts-node', 'bun', 'deno'])

const sourceEnding = /\.[cm]?[jt]sx?$/

/** A file named in a `package.json`, as a specifier relative to it. */
export interface NamedFile {
  readonly from: string
  readonly specifier: string
}

/**
 * Returns the files through which a project is run or imported: `bin`, `main`, `module`, and `exports` of its
 * `package.json` files, and files started by its scripts. Includes the sources of built files.
 */
export function namedFiles(
  settings: ModuleSettings,
  isScriptCounted: (name: string) => boolean = () => true,
): NamedFile[] {
  return [...settings]
    .filter(([path]) => posix.basename(path) === 'package.json')
    .flatMap(([from, text]) => {
      const manifest = settingsObject(text)
      if (!manifest) return []
      const named = [manifest['bin'], manifest['main'] ?? 'index.js', manifest['module'], manifest['exports']]
        .flatMap((one) => targetsOf(one))
        .slice(0, taintLimits.maxModulePatterns)
      const started = Object.entries(objectOf(manifest['scripts']) ?? {})
        .slice(0, taintLimits.maxModulePatterns)
        .flatMap(([name, script]) =>
          isScriptCounted(name) && typeof script === 'string'
            ? startedBy(script.slice(0, taintLimits.maxModulePathCharacters))
            : [],
        )
      return withSources(from, [...named, ...started])
    })
}

/**
 * Returns the files through which other programs import a package: `main`, `module`, and `exports` of its
 * `package.json`.
 */
export function publicFiles(settings: ModuleSettings): NamedFile[] {
  return [...settings]
    .filter(([path]) => posix.basename(path) === 'package.json')
    .flatMap(([from, text]) => {
      const manifest = settingsObject(text)
      if (!manifest || manifest['private'] === true) return []
      const [main, exports] = [manifest['main'] ?? manifest['module'], manifest['exports']]
      // A package with commands but no entry point is a program.
      const named = main ?? exports ?? (manifest['bin'] === undefined ? 'index.js' : undefined)
      return withSources(
        from,
        [named, manifest['module'], exports].flatMap((one) => targetsOf(one)).slice(0, taintLimits.maxModulePatterns),
      )
    })
}

/** Returns specifiers for files that a `package.json` names, and for the sources of built files. */
function withSources(from: string, files: readonly string[]): NamedFile[] {
  return [...new Set(files.filter((one) => !one.includes('*')))].flatMap((one) => {
    const path = posix.normalize(one)
    return [...new Set([path, path.replace(/^(?:dist|build|lib|out)\//, 'src/')])].map((inner) => ({
      from,
      specifier: `./${inner}`,
    }))
  })
}

function startedBy(script: string): string[] {
  const words = script.split(/[\s"'`;&|=]+/)
  const at = words.findIndex((word) => runners.has(word))
  return at < 0 ? [] : words.slice(at + 1).filter((word) => sourceEnding.test(word))
}
