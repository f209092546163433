import { describe, expect, it } from 'vitest'
import { javaScriptModules } from '../../../../../src/engine/analysis/frontends/javascript/javascript-modules.ts'
import { taintLimits } from '../../../../../src/engine/analysis/taint-limits.ts'

/** Resolves one specifier in a project of these files. Settings that are not text are written as JSON. */
function resolved(
  paths: readonly string[],
  from: string,
  specifier: string,
  settings: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const texts = Object.entries(settings).map(
    ([path, text]) => [path, typeof text === 'string' ? text : JSON.stringify(text)] as const,
  )
  return javaScriptModules(new Set([from, ...paths]), new Map(texts))(from, specifier)
}

describe('a relative specifier', () => {
  it.each<[string, string, string]>([
    ['itself', 'src/b.js', './b.js'],
    ['without an ending', 'src/b.js', './b'],
    ['without an ending, of TypeScript', 'src/b.ts', './b'],
    ['a source by its compiled name', 'src/b.ts', './b.js'],
    ['a module by its compiled name', 'src/b.mts', './b.mjs'],
    ['a CommonJS module by its compiled name', 'src/b.cts', './b.cjs'],
    ['a component by its compiled name', 'src/b.tsx', './b.js'],
    ['a folder', 'src/b/index.js', './b'],
    ['a folder with a slash', 'src/b/index.ts', './b/'],
    ['the folder above', 'index.js', '..'],
    ['the own folder', 'src/index.ts', '.'],
    ['a file above', 'lib/b.js', '../lib/b.js'],
    ['a name with a dot', 'src/b.service.ts', './b.service'],
  ])('means %s', (_what, path, specifier) => {
    expect(resolved([path], 'src/a.ts', specifier)).toBe(path)
  })

  it('prefers the file to the folder, and TypeScript to what it compiles to', () => {
    expect(resolved(['b.js', 'b/index.js'], 'a.js', './b')).toBe('b.js')
    expect(resolved(['b.ts', 'b.js'], 'a.js', './b')).toBe('b.ts')
    expect(resolved(['b.ts', 'b.js'], 'a.js', './b.js')).toBe('b.js')
  })

  it('means nothing that is outside of the project or not there', () => {
    expect(resolved(['b.js'], 'a.js', '../b.js')).toBeUndefined()
    expect(resolved(['b.js'], 'a.js', './c.js')).toBeUndefined()
    expect(resolved(['b.js'], 'a.js', './b.js/../../b.js')).toBeUndefined()
  })
})

describe('a name', () => {
  it('means nothing where no package of the project has it', () => {
    expect(
      resolved(['express.js', 'src/express/index.js'], 'a.js', 'express', { 'package.json': { name: 'own' } }),
    ).toBeUndefined()
  })

  it.each<[string, unknown, string, string]>([
    ['its `main`', { main: 'lib/b.js' }, 'own', 'lib/b.js'],
    ['its `main` without an ending', { main: 'lib/b' }, 'own', 'lib/b.js'],
    ['its index', {}, 'own', 'index.js'],
    ['its `exports`', { exports: './lib/b.js' }, 'own', 'lib/b.js'],
    ['a condition of its `exports`', { exports: { types: './b.d.ts', import: './lib/b.js' } }, 'own', 'lib/b.js'],
    ['conditions in conditions', { exports: { '.': { node: { import: './lib/b.js' } } } }, 'own', 'lib/b.js'],
    ['a path of its `exports`', { exports: { './feature': './lib/b.js' } }, 'own/feature', 'lib/b.js'],
    ['a pattern of its `exports`', { exports: { './*': './lib/*.js' } }, 'own/b', 'lib/b.js'],
    ['a file in it', {}, 'own/lib/b.js', 'lib/b.js'],
    ['the source of what is built', { main: 'dist/b.js' }, 'own', 'src/b.ts'],
    ['the source of what is built, by `exports`', { exports: { '.': { import: './dist/b.js' } } }, 'own', 'src/b.ts'],
  ])('of a package of the project means %s', (_what, manifest, specifier, path) => {
    expect(resolved([path], 'a.js', specifier, { 'package.json': { name: 'own', ...Object(manifest) } })).toBe(path)
    expect(
      resolved([`packages/x/${path}`], 'packages/y/a.js', specifier, {
        'packages/x/package.json': { name: 'own', ...Object(manifest) },
        'package.json': { name: 'root' },
      }),
    ).toBe(`packages/x/${path}`)
  })

  it('may have a scope', () => {
    expect(
      resolved(['packages/x/b.js'], 'a.js', '@scope/x/b.js', { 'packages/x/package.json': { name: '@scope/x' } }),
    ).toBe('packages/x/b.js')
  })

  it('with `#` is looked up in the package around', () => {
    const settings = {
      'package.json': { imports: { '#b': './wrong.js' } },
      'inner/package.json': { imports: { '#b': './b.js', '#inside/*': { default: './lib/*.js' } } },
    }
    expect(resolved(['inner/b.js', 'wrong.js'], 'inner/src/a.js', '#b', settings)).toBe('inner/b.js')
    expect(resolved(['inner/lib/c.js'], 'inner/src/a.js', '#inside/c', settings)).toBe('inner/lib/c.js')
    expect(resolved(['inner/b.js'], 'inner/src/a.js', '#other', settings)).toBeUndefined()
  })
})

describe('paths of a TypeScript project', () => {
  it.each<[string, unknown, string, string]>([
    ['a pattern', { paths: { '@/*': ['src/*'] } }, '@/b', 'src/b.ts'],
    ['a pattern below the base', { baseUrl: 'src', paths: { '~*': ['./*'] } }, '~b', 'src/b.ts'],
    ['a name', { paths: { shared: ['libs/shared/index.ts'] } }, 'shared', 'libs/shared/index.ts'],
    ['the first target that is there', { paths: { '@/*': ['generated/*', 'src/*'] } }, '@/b', 'src/b.ts'],
    ['the longest pattern', { paths: { '@/*': ['src/*'], '@/deep/*': ['lib/*'] } }, '@/deep/b', 'lib/b.ts'],
  ])('are followed by %s', (_what, compilerOptions, specifier, path) => {
    expect(resolved([path, 'src/deep/b.ts'], 'app/a.ts', specifier, { 'tsconfig.json': { compilerOptions } })).toBe(
      path,
    )
  })

  it('may have comments and commas, and count in their folder only', () => {
    const text = '{\n  // where\n  "compilerOptions": { "paths": { "@/*": ["src/*"], }, /* end */ },\n}'
    expect(resolved(['web/src/b.ts'], 'web/a.ts', '@/b', { 'web/tsconfig.json': text })).toBe('web/src/b.ts')
    expect(resolved(['web/src/b.ts'], 'api/a.ts', '@/b', { 'web/tsconfig.json': text })).toBeUndefined()
  })
})

describe('an alias without settings', () => {
  it.each<[specifier: string, path: string]>([
    ['@/lib/b', 'lib/b.ts'],
    ['@/lib/b', 'src/lib/b.ts'],
    ['~/b.server', 'app/b.server.ts'],
  ])('%s is %s', (specifier, path) => {
    expect(resolved([path], 'app/api/x/route.ts', specifier, {})).toBe(path)
    expect(resolved([`web/${path}`], 'web/app/a.ts', specifier, { 'web/package.json': { name: 'web' } })).toBe(
      `web/${path}`,
    )
  })

  it('is no file of another package, and no package', () => {
    expect(resolved(['web/lib/b.ts'], 'api/a.ts', '@/lib/b', {})).toBeUndefined()
    expect(resolved(['lib/b.ts'], 'a.ts', '@lib/b', {})).toBeUndefined()
  })
})

describe('hostile settings', () => {
  const deep = 100_000
  it.each<[string, string]>([
    ['no JSON', '\0\x01 no JSON'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['nothing of note', '{"name": 7, "main": [], "exports": 7, "imports": "text", "compilerOptions": []}'],
    [
      'null everywhere',
      '{"name": null, "main": null, "exports": null, "imports": null, "compilerOptions": {"paths": null, ' +
        '"baseUrl": null}}',
    ],
    ['paths that are none', '{"compilerOptions": {"paths": {"@/*": "src/*", "": [7, null, {}], "*": []}}}'],
    ['lists in lists', '['.repeat(deep)],
    ['objects in objects', '{"exports":'.repeat(deep / 5)],
    [
      'names of prototypes',
      '{"__proto__": {"exports": {"polluted": true}}, "constructor": {}, "name": "constructor", "exports": ' +
        '{"__proto__": "./b.js"}}',
    ],
    ['text that is cut off', '{"name": "own", "exports": {".": "./b'],
  ])('do no harm: %s', (_what, text) => {
    for (const specifier of ['./b.js', 'own', 'constructor', '__proto__', '#b', '@/b', '']) {
      const found = resolved(['b.js', 'src/b.js'], 'a.js', specifier, { 'package.json': text, 'tsconfig.json': text })
      expect(found === undefined || ['b.js', 'src/b.js'].includes(found)).toBe(true)
    }
    expect(Object.hasOwn(Object.prototype, 'exports')).toBe(false)
  })

  it('lead to no file outside', () => {
    expect(
      resolved(['b.js'], 'a.js', 'own', { 'package.json': { name: 'own', exports: '../../../etc/passwd' } }),
    ).toBeUndefined()
    expect(
      resolved(['b.js'], 'a.js', '@/etc/passwd', {
        'tsconfig.json': { compilerOptions: { baseUrl: '/', paths: { '@/*': ['/*'] } } },
      }),
    ).toBeUndefined()
  })

  it('have no more patterns, packages and text than is worth looking at', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_none, index) => [`./p${index}/*`, './b.js']))
    const stars = '*'.repeat(200_000)
    const settings = Object.fromEntries(
      Array.from({ length: 20 }, (_none, index) => [
        `p${index}/package.json`,
        JSON.stringify({ name: `own${index}`, exports: many, imports: { '#*': stars } }),
      ]),
    )
    const resolve = javaScriptModules(
      new Set(['p1/a.js', 'p1/b.js']),
      new Map([
        ...Object.entries(settings),
        [
          'tsconfig.json',
          JSON.stringify({
            compilerOptions: {
              paths: Object.fromEntries(Array.from({ length: 10_000 }, (_none, index) => [`@${index}/*`, ['./b.js']])),
            },
          }),
        ],
      ]),
    )
    const began = performance.now()
    for (let index = 0; index < 2_000; index += 1)
      resolve('p1/a.js', `${index % 2 === 0 ? '#' : `own${index % 20}/q${index}`}${'x'.repeat(900)}${index}`)
    // Without limits, these are 2,000 × 20,000 patterns and 200 MB for each name. The time limit is for a busy machine:
    // a tenth of a second for every ten.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(taintLimits.maxModulePatterns).toBeLessThan(10_000)
  })
})
