import { isDeepStrictEqual } from 'node:util'
import { sourceDialectByName } from '../../analysis/source-dialect.ts'
import { isInIgnoredFolder, isLoadableCode } from './loadable-files.ts'
import type { PackageFiles } from './package-files.ts'

/** Files that can carry a fix, but have no functions to compare: native code, WebAssembly, and templates. */
const opaqueFiles = new RegExp(
  String.raw`\.(?:node|wasm|so|pyd|dll|dylib|c|cc|cpp|h|hpp|rs|pyx|ejs|hbs|pug|jade|jinja2?|j2|mako|mustache|` +
    String.raw`tmpl|tpl|twig|html?|vue|svelte|sh)$`,
  'i',
)
/** Code that another package installed into this one. */
const bundledPackages = /(?:^|\/)node_modules\//
/** Fields of `package.json` that decide which code an import runs. */
const decisiveFields = [
  'main',
  'module',
  'browser',
  'exports',
  'imports',
  'bin',
  'type',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
] as const

/** Reports whether a fix changed files whose functions the derivation cannot compare. Such a change may be the fix. */
export function hasUnseenChanges(before: PackageFiles, after: PackageFiles): boolean {
  const paths = new Set([...before.digests.keys(), ...after.digests.keys()])
  for (const path of paths) {
    if (before.digests.get(path) === after.digests.get(path)) continue
    if (path === 'package.json' ? isManifestDecisive(before, after) : isUnseen(path)) return true
  }
  return false
}

function isUnseen(path: string): boolean {
  if (bundledPackages.test(path)) return opaqueFiles.test(path) || sourceDialectByName(path) !== undefined
  if (isInIgnoredFolder(path)) return false
  if (opaqueFiles.test(path)) return true
  // Settings of build tools are in the main folder. A file such as `lib/setup.js` may be part of the program.
  const isDeclaration = /\.(?:d\.[cm]?ts|pyi)$/i.test(path)
  return path.includes('/') && sourceDialectByName(path) !== undefined && !isDeclaration && !isLoadableCode(path)
}

function isManifestDecisive(before: PackageFiles, after: PackageFiles): boolean {
  const [one, other] = [manifestOf(before), manifestOf(after)]
  return decisiveFields.some((field) => !isDeepStrictEqual(one[field], other[field]))
}

/** Returns the fields of `package.json`, or no fields if it is not an object. */
function manifestOf({ read }: PackageFiles): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(read('package.json')?.toString() ?? '{}')
    return typeof manifest === 'object' && manifest !== null ? { ...manifest } : {}
  } catch {
    return {}
  }
}
