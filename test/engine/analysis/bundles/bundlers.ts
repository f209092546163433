import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync, transformSync } from 'esbuild'
import { build } from 'vite'
import webpack from 'webpack'
import type { CorpusServer, ProjectTexts } from './corpus-server.ts'

/**
 * Ways to bundle a server into one file. Packages stay external, as in servers that npm installs. tsup produces the
 * output of esbuild, by default as CommonJS. Vite produces the output of rolldown and tsdown.
 */
export const bundlings = [
  'esbuild',
  'esbuild-minified',
  'tsup',
  'tsup-minified',
  'vite',
  'vite-minified',
  'webpack',
  'webpack-minified',
] as const
export type Bundling = (typeof bundlings)[number]

/** Bundles each server. Returns projects with one code file, by server ID. Bundlers write to `folder`. */
export async function bundled(
  servers: readonly CorpusServer[],
  bundling: Bundling,
  folder: string,
): Promise<ReadonlyMap<string, ProjectTexts>> {
  const minify = bundling.endsWith('minified')
  const codes = bundling.startsWith('webpack') ? await byWebpack(servers, minify, folder) : new Map<string, string>()
  if (bundling.startsWith('vite')) for (const server of servers) codes.set(server.id, await byVite(server, minify))
  if (bundling.startsWith('esbuild'))
    for (const server of servers) codes.set(server.id, byEsbuild(join(server.root, server.entry), 'esm', minify))
  if (bundling.startsWith('tsup'))
    for (const server of servers) codes.set(server.id, byTsup(server, minify, join(folder, server.id)))
  return new Map(
    servers.map(({ id, texts }) => [
      id,
      { 'package.json': texts['package.json'] ?? '{}', 'dist/index.js': codes.get(id) ?? '' },
    ]),
  )
}

/** Writes the changed files of a server to a folder, and returns the path of its entry file. */
function written(
  { texts, entry }: CorpusServer,
  folder: string,
  change: (file: { readonly path: string; readonly text: string }) => string,
): string {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), change({ path, text }))
  }
  return join(folder, entry)
}

/**
 * CommonJS has no top-level await. It is removed from servers that only wait for their connection. Servers that need it
 * are bundled as ES modules.
 */
function byTsup(server: CorpusServer, minify: boolean, folder: string): string {
  try {
    return byEsbuild(
      written(server, folder, ({ text }) => text.replaceAll(/^await /gm, '')),
      'cjs',
      minify,
    )
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('Top-level await'))) throw error
    return byEsbuild(join(server.root, server.entry), 'esm', minify)
  }
}

function byEsbuild(entry: string, format: 'esm' | 'cjs', minify: boolean): string {
  const [file] = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    packages: 'external',
    format,
    minify,
    logLevel: 'silent',
  }).outputFiles
  return file?.text ?? ''
}

async function byVite({ root, entry }: CorpusServer, minify: boolean): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    envFile: false,
    build: {
      ssr: join(root, entry),
      write: false,
      minify,
      target: 'node22',
      rollupOptions: { external: (id) => !/^[./\0]/.test(id), output: { codeSplitting: false } },
    },
  })
  const [output] = Array.isArray(made) ? made : [made]
  const chunks =
    output && 'output' in output ? output.output.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])) : []
  if (chunks.length !== 1) throw new Error(`Vite wrote ${chunks.length} files`)
  return chunks[0] ?? ''
}

/** Bundles all servers in one run, because starting webpack takes longer than bundling a server. */
async function byWebpack(
  servers: readonly CorpusServer[],
  minimize: boolean,
  folder: string,
): Promise<Map<string, string>> {
  const entry = Object.fromEntries(
    servers.map((server) => [
      server.id,
      written(server, join(folder, 'sources', server.id), ({ path, text }) =>
        path.endsWith('.ts') ? transformSync(text, { loader: 'ts' }).code : text,
      ),
    ]),
  )
  const compiler = webpack({
    entry,
    mode: 'production',
    target: 'node',
    devtool: false,
    output: { path: join(folder, 'bundles'), filename: '[name].js' },
    optimization: { minimize },
    resolve: { extensionAlias: { '.js': ['.js', '.ts'], '.mjs': ['.mjs', '.mts'] } },
    module: { rules: [{ test: /\.ts$/, type: 'javascript/auto' }] },
    externals: [
      ({ request = '' }, callback) => (/^[./]/.test(request) ? callback() : callback(undefined, `commonjs ${request}`)),
    ],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  compiler?.run((error, stats) =>
    error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString({ all: false, errors: true }))) : resolve(),
  )
  await promise
  return new Map(servers.map(({ id }) => [id, readFileSync(join(folder, 'bundles', `${id}.js`), 'utf8')]))
}
