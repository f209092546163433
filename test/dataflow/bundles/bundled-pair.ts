import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync, transformSync } from 'esbuild'
import webpack from 'webpack'
import { findFlows } from '../../../src/dataflow/flows/find-flows.ts'
import type { TaintKind } from '../../../src/dataflow/taint-kind.ts'
import { linkedTexts, settingsIn } from '../linked-texts.ts'

const corpus = new URL('../../corpus/pairs/javascript/', import.meta.url).pathname

/** What reaches the sink of a pair, by the pair's class. */
const kindsOf: Readonly<Record<string, readonly TaintKind[]>> = {
  'argument-injection': ['argument'], 'code-injection': ['code'], 'command-injection': ['command'], 'env-injection': ['environment'], 'open-redirect': ['redirect'], 'path-traversal': ['path'], 'process-transport-injection': ['process'],
  'sql-injection': ['query'], ssrf: ['url'], 'symlink-following': ['path'], 'template-injection': ['template'], 'unsafe-deserialization': ['deserialization'], 'unsafe-url-scheme': ['open', 'url'], xss: ['html'],
}

/** Ways to put a server into one file. Packages stay outside, as they are for servers that npm installs. */
export const bundlings = ['esbuild', 'esbuild-minified', 'webpack', 'webpack-minified'] as const
export type Bundling = (typeof bundlings)[number]

export interface Pair {
  readonly id: string
  readonly class: string
}

/** All pairs of JavaScript and TypeScript. */
export function javaScriptPairs(): Pair[] {
  return readdirSync(corpus).sort().map((id) => {
    const made: unknown = JSON.parse(readFileSync(join(corpus, id, 'pair.json'), 'utf8'))
    if (typeof made !== 'object' || made === null || !('class' in made)) throw new TypeError(`${id} is no pair`)
    return { id, class: String(made.class) }
  })
}

/** Whether the vulnerable server of a pair has a flow of the pair's class, and the safe one has none; `folder` is for what is made. */
export async function isToldApart(pair: Pair, bundling: Bundling | 'source', folder: string): Promise<boolean> {
  const [vulnerable, safe] = [await flowsOf(pair, 'vulnerable', bundling, folder), await flowsOf(pair, 'safe', bundling, folder)]
  return vulnerable > 0 && safe === 0
}

async function flowsOf(pair: Pair, side: 'vulnerable' | 'safe', bundling: Bundling | 'source', folder: string): Promise<number> {
  const root = join(corpus, pair.id, side)
  const sources = textsOf(root)
  const texts = bundling === 'source' ? sources : { 'package.json': sources['package.json'] ?? '{}', 'dist/index.js': await bundled(root, sources, bundling, join(folder, `${pair.id}-${side}`)) }
  const { flows } = findFlows(linkedTexts(texts), settingsIn(texts), { referenceSteps: 30_000_000, states: 600_000, isOver: () => false })
  const kinds = kindsOf[pair.class] ?? []
  return flows.filter(({ kind, isPurpose }) => kinds.includes(kind) && !isPurpose).length
}

function textsOf(root: string): Record<string, string> {
  return Object.fromEntries(globSync('**/*.{js,mjs,cjs,ts,json}', { cwd: root }).sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** The file that makes the server, which is where its program begins. */
function entryOf(texts: Readonly<Record<string, string>>): string {
  const sources = Object.entries(texts).filter(([path]) => !path.endsWith('.json'))
  const imported = (path: string) => sources.some(([other, text]) => other !== path && new RegExp(`['"]\\.[^'"]*/${(path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')}(?:\\.\\w+)?['"]`).test(text))
  const found = sources.filter(([path]) => !imported(path))
  const [entry] = found.find(([, text]) => /\.connect\(|\.listen\(|\.start\(/.test(text)) ?? found[0] ?? sources[0] ?? []
  if (entry === undefined) throw new Error('a server has no entry')
  return entry
}

async function bundled(root: string, texts: Readonly<Record<string, string>>, bundling: Bundling, folder: string): Promise<string> {
  const entry = entryOf(texts)
  const minify = bundling.endsWith('minified')
  if (bundling.startsWith('esbuild')) {
    const [file] = buildSync({ entryPoints: [join(root, entry)], bundle: true, write: false, platform: 'node', packages: 'external', format: 'esm', minify, logLevel: 'silent' }).outputFiles
    return file?.text ?? ''
  }
  for (const [path, text] of Object.entries(texts)) {
    const target = join(folder, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, path.endsWith('.ts') ? transformSync(text, { loader: 'ts' }).code : text)
  }
  return byWebpack(join(folder, entry.replace(/\.ts$/, '.js')), join(folder, 'bundle'), minify)
}

async function byWebpack(entry: string, path: string, minimize: boolean): Promise<string> {
  const compiler = webpack({
    entry, mode: 'production', target: 'node', devtool: false, output: { path, filename: 'index.js' }, optimization: { minimize }, resolve: { extensionAlias: { '.ts': ['.js'] } },
    externals: [({ request = '' }, callback) => (/^[./]/.test(request) ? callback() : callback(undefined, `commonjs ${request}`))],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  compiler?.run((error, stats) => (error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString({ all: false, errors: true }))) : resolve()))
  await promise
  if (!existsSync(join(path, 'index.js'))) throw new Error('webpack wrote nothing')
  return readFileSync(join(path, 'index.js'), 'utf8')
}
