import { describe, expect, it } from 'vitest'
import type { SourceFileFacts, SourceImport } from '../../../src/engine/analysis/source-file.ts'
import { flowFiles } from '../../../src/engine/scanner/flow-files.ts'

/**
 * Returns the facts of files by path. Each list contains imports, `entry` if untrusted input enters the file, and
 * `page` if it looks like a web page.
 */
function factsOf(files: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, SourceFileFacts> {
  return new Map(
    Object.entries(files).map(([path, words]) => {
      const isPython = path.endsWith('.py')
      const imports = words
        .filter((word) => word !== 'entry' && word !== 'page')
        .map((word, index): SourceImport => {
          const [specifier = '', name] = word.split(' ')
          return {
            specifier: specifier.replace(/^type:/, ''),
            line: index + 1,
            kind: specifier.startsWith('type:') ? 'type' : 'static',
            ...(name !== undefined && { names: [name] }),
          }
        })
      return [
        path,
        {
          language: isPython ? 'python' : 'javascript',
          imports,
          ...(words.includes('entry') && { entry: true }),
          ...(words.includes('page') && { page: true }),
        },
      ]
    }),
  )
}

const chosen = async (
  files: Readonly<Record<string, readonly string[]>>,
  settings: Readonly<Record<string, unknown>> = {},
) =>
  (
    await flowFiles(
      factsOf(files),
      new Map(Object.entries(settings).map(([path, value]) => [path, JSON.stringify(value)])),
      new AbortController().signal,
    )
  ).paths

describe('files through which data is followed', () => {
  it('are the entry points of a library, where no data comes in by any file', async () => {
    const library = { 'index.js': ['./lib.js'], 'lib.js': [], 'tools/other.js': [] }
    expect(await chosen(library, { 'package.json': { main: 'index.js' } })).toEqual(['index.js', 'lib.js'])
    expect(await chosen(library, { 'package.json': { main: 'index.js', private: true } })).toEqual([])
    const served = { ...library, 'server.js': ['entry'] }
    expect(await chosen(served, { 'package.json': { main: 'index.js' } })).toEqual(['server.js'])
  })

  it('are none of an installed package that the project keeps, unless the project imports it by path', async () => {
    const kept = {
      'index.js': ['entry', 'express'],
      'node_modules/express/lib/view.js': ['entry'],
      'vendor/lib/site-packages/flask/app.py': ['entry'],
    }
    expect(await chosen(kept)).toEqual(['index.js'])
    expect(await chosen({ ...kept, 'index.js': ['entry', './node_modules/express/lib/view.js'] })).toEqual([
      'index.js',
      'node_modules/express/lib/view.js',
    ])
  })

  it('are those where it comes in, and what they import, nearest first', async () => {
    expect(
      await chosen({ 'far.js': [], 'near.js': ['./far.js'], 'other.js': [], 'index.js': ['entry', './near.js'] }),
    ).toEqual(['index.js', 'near.js', 'far.js'])
  })

  it('are also those that import them, and what these import, but not whoever else imports that', async () => {
    expect(
      await chosen({
        'server.js': ['entry'],
        'main.js': ['./server.js', './tools.js'],
        'tools.js': [],
        'stranger.js': ['./tools.js'],
      }),
    ).toEqual(['server.js', 'main.js', 'tools.js'])
  })

  it('are absent if no untrusted input enters', async () => {
    expect(await chosen({ 'a.js': ['./b.js'], 'b.js': [] })).toEqual([])
    expect(await chosen({})).toEqual([])
  })

  it('are no tests and examples, unless code of the project imports them', async () => {
    expect(
      await chosen({
        'src/server.js': ['entry'],
        'test/server.test.js': ['entry', '../src/server.js'],
        'examples/a.js': ['entry'],
      }),
    ).toEqual(['src/server.js'])
    expect(await chosen({ 'src/server.js': ['entry', '../test/support.js'], 'test/support.js': [] })).toEqual([
      'src/server.js',
      'test/support.js',
    ])
  })

  it('are tests and examples that the project is started by', async () => {
    const files = {
      'test/server.js': ['entry', './tool.js'],
      'test/tool.js': [],
      'test/cli.js': ['./server.js'],
      'examples/a.js': ['entry'],
    }
    expect(await chosen(files, { 'package.json': { bin: { x: 'test/server.js' } } })).toEqual([
      'test/server.js',
      'test/tool.js',
    ])
    expect(await chosen(files, { 'package.json': { scripts: { start: 'node test/cli.js' } } })).toEqual([
      'test/server.js',
      'test/tool.js',
    ])
    expect(
      await chosen(files, {
        'package.json': { scripts: { test: 'node test/server.js' } },
        'examples/package.json': { main: 'a.js' },
      }),
    ).toEqual([])
  })

  it('are not those that only the type checker asks for', async () => {
    expect(await chosen({ 'a.js': ['entry', 'type:./b.js'], 'b.js': [] })).toEqual(['a.js'])
  })

  it('are found by what the project says of its modules', async () => {
    expect(
      await chosen(
        { 'app/a.js': ['entry', '@/b', 'own'], 'src/b.js': [], 'packages/own/lib/c.js': [] },
        {
          'tsconfig.json': { compilerOptions: { paths: { '@/*': ['src/*'] } } },
          'packages/own/package.json': { name: 'own', main: 'lib/c.js' },
        },
      ),
    ).toEqual(['app/a.js', 'src/b.js', 'packages/own/lib/c.js'])
  })

  it('are no web pages, but what the project is run by is none, nor what that imports', async () => {
    const files = {
      'dist/index.js': ['./server.js'],
      'dist/server.js': ['page'],
      'dist/tool.js': ['page'],
      'src/main.ts': ['page'],
      'public/app.js': ['page', './part.js'],
      'public/part.js': ['page'],
    }
    expect(await chosen(files)).toEqual([])
    expect(await chosen(files, { 'package.json': { bin: { x: './dist/index.js' } } })).toEqual([
      'dist/server.js',
      'dist/index.js',
    ])
    expect(
      await chosen(files, {
        'package.json': {
          main: 'dist/main',
          exports: { './tool': { import: ['./dist/tool.js'] }, './*': './public/*' },
        },
      }),
    ).toEqual(['dist/tool.js', 'src/main.ts'])
    expect(
      await chosen(files, {
        'package.json': {
          scripts: {
            build: 'esbuild public/app.js --bundle',
            start: 'NODE_ENV=production node --enable-source-maps dist/tool.js',
          },
        },
      }),
    ).toEqual(['dist/tool.js'])
  })

  it('are found in Python', async () => {
    expect(
      await chosen({
        'pkg/__init__.py': [],
        'pkg/server.py': ['entry', '.tools run', '. helpers'],
        'pkg/tools.py': [],
        'pkg/helpers.py': [],
        'pkg/other.py': [],
      }),
    ).toEqual(['pkg/server.py', 'pkg/tools.py', 'pkg/helpers.py', 'pkg/__init__.py'])
  })

  it('are each there once although they import each other and themselves', async () => {
    expect(
      await chosen({
        'a.js': ['entry', './b.js', './a.js'],
        'b.js': ['./a.js', './c.js'],
        'c.js': ['./b.js', './a.js'],
      }),
    ).toEqual(['a.js', 'b.js', 'c.js'])
  })

  it('are looked for no further when the scan is ended', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_none, index) => [
        `${index}.js`,
        Array.from({ length: 100 }, (_one, other) => `./x${other}.js`),
      ]),
    )
    await expect(flowFiles(factsOf(files), new Map(), AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended')
  })
})
