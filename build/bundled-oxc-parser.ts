import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/**
 * Bundles the JavaScript of oxc-parser, and loads its native code on the first call.
 *
 * - A snapshot cannot contain native code. The module that selects the native code takes 6 ms (measured).
 * - The buffer for raw transfers is shared. V8 counts the 6 GiB of another buffer as external memory, so the first file
 *   caused a garbage collection of the whole heap, which took 10 ms (measured). Each page of the buffer uses memory
 *   only after the parser has written to it.
 * - Modules that Assay does not use are absent. They make up half of the package.
 */
export const bundledOxcParser: Plugin = {
  name: 'bundled-oxc-parser',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/bindings\.js$/ }, ({ path, importer }) =>
      /\/oxc-parser\/src-js\//.test(importer) ? { path, namespace: 'native-parser' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'native-parser' }, () => ({ contents: nativeParser, loader: 'js' }))
    onLoad({ filter: unused }, () => ({ contents: 'export {}', loader: 'js' }))
    onLoad({ filter: /\/oxc-parser\/src-js\/(?:index|raw-transfer\/\w+)\.js$/ }, ({ path }) => ({
      // esbuild then bundles the files that the package requires.
      contents: replaced(replaced(readFileSync(path, 'utf8'), ...ownRequire), ...buffer, path),
      loader: 'js',
    }))
  },
}

/** Lazy transfer, and trees with ranges or parents. */
const unused =
  /\/oxc-parser\/src-js\/(?:raw-transfer\/lazy|generated\/lazy\/\w+|generated\/deserialize\/\w+_(?:range|parent))\.js$/

const ownRequire = ['const require = createRequire(import.meta.url);', ''] as const
const buffer = ['new ArrayBuffer(ARRAY_BUFFER_SIZE)', 'new SharedArrayBuffer(ARRAY_BUFFER_SIZE)'] as const

/** Throws if `path` is the file that must contain the text, and does not. */
function replaced(text: string, from: string, to: string, path = ''): string {
  if (path.endsWith('/common.js') && !text.includes(from)) throw new Error(`${path} does not contain "${from}".`)
  return text.replace(from, to)
}

/** In a snapshot, the path of the native code is found when the snapshot is created. */
const nativeParser = `
import { createRequire } from 'node:module'
import { startupSnapshot } from 'node:v8'
const ofPackage = () => createRequire(createRequire(import.meta.url).resolve('oxc-parser'))
function findNativePart() {
  const library = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'
  try {
    return ofPackage().resolve('@oxc-parser/binding-linux-' + process.arch + '-' + library)
  } catch {}
}
const nativePart = startupSnapshot.isBuildingSnapshot() ? findNativePart() : undefined
function load() {
  if (nativePart === undefined) return ofPackage()('./bindings.js')
  const module = { exports: {} }
  process.dlopen(module, nativePart)
  return module.exports
}
let native
const callable = (name) => (...args) => (native ??= load())[name](...args)
${['getBufferOffset', 'parse', 'parseRaw', 'parseRawSync', 'parseSync', 'rawTransferSupported']
  .map((name) => `export const ${name} = callable('${name}')`)
  .join('\n')}
${['ExportExportNameKind', 'ExportImportNameKind', 'ExportLocalNameKind', 'ImportNameKind', 'ParseResult', 'Severity']
  .map((name) => `export const ${name} = undefined`)
  .join('\n')}`
