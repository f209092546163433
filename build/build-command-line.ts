/**
 * Builds the command line in a checkout without development dependencies. Node removes the types, and nothing is
 * bundled. The GitHub Action runs this script on the runner. The first argument is an installation of the package's
 * files and dependencies. The build is written to its `dist`.
 */
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folders of `src` that the command line needs. */
const parts = ['cli', 'engine', 'settings']

/** The used part of the parser's result. Positions are offsets in the text. */
interface ParsedModule {
  readonly module: {
    readonly staticImports: readonly { readonly moduleRequest: Span }[]
    readonly staticExports: readonly { readonly entries: readonly { readonly moduleRequest: Span | null }[] }[]
    readonly dynamicImports: readonly { readonly moduleRequest: Span }[]
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

type Parse = (path: string, text: string) => ParsedModule

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Specify the folder of the installation.')

const { applyPatches } = (await import(pathToFileURL(join(folder, 'patches/patches.js')).href)) as {
  readonly applyPatches: () => void
}
applyPatches()
const { parseSync } = createRequire(join(folder, 'package.json'))('oxc-parser') as { readonly parseSync: Parse }

const digest = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
for (const path of globSync(
  parts.map((part) => `${part}/**/*.*`),
  { cwd: join(root, 'src') },
).sort()) {
  if (/README\.md$|\.d\.ts$/.test(path)) continue
  const source = join(root, 'src', path)
  const built = join(folder, 'dist', path.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(built), { recursive: true })
  if (path.endsWith('.ts')) writeFileSync(built, javascriptOf(source))
  else cpSync(source, built)
  digest.update(path).update(readFileSync(built))
}
// The digests distinguish results of different engines. Any changed file changes them.
const engine = digest.digest('base64url')
writeFileSync(join(folder, 'dist/digests.json'), JSON.stringify({ engine, files: engine, summaries: engine }))

/** Returns the JavaScript of a source file. Its imports refer to built files. */
function javascriptOf(path: string): string {
  const text = stripTypeScriptTypes(readFileSync(path, 'utf8'))
  const { staticImports, staticExports, dynamicImports } = parseSync(`${path}.js`, text).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ]
  // An export statement contains one request for each name.
  const spans = new Map(requests.flatMap((span) => (span ? [[span.start, span]] : [])))
  let result = ''
  let at = 0
  for (const { start, end } of [...spans.values()].sort((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + text.slice(start, end).replace(/^(['"]\.{1,2}\/.*)\.ts(['"])$/, '$1.js$2')
    at = end
  }
  return result + text.slice(at)
}
