import { describe, expect, it } from 'vitest'
import { claimedModule } from '../../../../../../src/engine/analysis/frontends/javascript/vendored/claimed-module.ts'
import { markedSections } from '../../../../../../src/engine/analysis/frontends/javascript/vendored/marked-sections.ts'

describe('a path that a bundler wrote', () => {
  it.each([
    ['node_modules/express/index.js', 'express', 'express'],
    ['node_modules/express/lib/router/index.js', 'express', 'express/router/index.js'],
    [
      '../../node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js',
      '@modelcontextprotocol/sdk',
      '@modelcontextprotocol/sdk/server/mcp.js',
    ],
    [
      'node_modules/.pnpm/@scope+name@3.0.6_zod@4.4.3/node_modules/@scope/name/dist/index.mjs',
      '@scope/name',
      '@scope/name',
    ],
    ['./node_modules/axios/lib/axios.js', 'axios', 'axios'],
    ['node_modules/raw-body/node_modules/iconv-lite/lib/index.js', 'iconv-lite', 'iconv-lite'],
    ['(disabled):node_modules/debug/src/browser.js', 'debug', 'debug'],
    [`node_modules/x/${'a/'.repeat(400)}b.js`, 'x', `x/${'a/'.repeat(400)}b.js`],
    ['node_modules/zod/v4/classic/schemas.js?commonjs-es-import', 'zod', 'zod/v4/classic/schemas.js'],
  ])('%s is of %s, imported as %s', (path, packageName, specifier) => {
    expect(claimedModule(path)).toEqual({ packageName, specifier })
  })

  it.each([
    'src/index.ts',
    'node_modules/',
    'node_modules/../src/index.js',
    'node_modules/@scope',
    `node_modules/${'a'.repeat(300)}/index.js`,
    `node_modules/x/${'a/'.repeat(500)}index.js`,
    'external "node:fs"',
  ])('%s is of no package', (path) => {
    expect(claimedModule(path)).toBeUndefined()
  })
})

describe('sections of a bundle', () => {
  const packagesIn = (text: string) =>
    markedSections(text).map(({ start, end, module }) => [module.specifier, text.slice(start, end).trim()])

  it('reach from one path of esbuild or bun to the next, and not into the own ones', () => {
    expect(
      packagesIn(
        '// node_modules/one/index.js\nvar one = 1;\n// a remark, no path\nvar two = 2;\n\n// ' +
          'src/index.ts\nvar own = 3;\n// node_modules/two/index.js\nvar three = 4;\n',
      ),
    ).toEqual([
      ['one', 'var one = 1;\n// a remark, no path\nvar two = 2;'],
      ['two', 'var three = 4;'],
    ])
  })

  it('are regions of rolldown', () => {
    expect(
      packagesIn(
        '//#region ../../node_modules/one/dist/index.mjs\nvar one = 1;\n//#endregion\nvar own = ' +
          '2;\n//#region src/a.ts\nvar other = 3;\n//#endregion\n',
      ),
    ).toEqual([['one', 'var one = 1;']])
  })

  it('are modules that webpack put together, and end where another begins', () => {
    expect(
      packagesIn(
        ';// ./node_modules/one/index.js\nvar one = 1;\n// MODULE: ./node_modules/two/index.js\nvar two = ' +
          '2;\n// MODULE: external "node:fs"\nvar fs = 3;\n;// CONCATENATED MODULE: ' +
          './node_modules/three/index.js\nvar three = 4;\n;// ./src/index.js\nvar own = 5;\n',
      ),
    ).toEqual([
      ['one', 'var one = 1;'],
      ['two', 'var two = 2;'],
      ['three', 'var three = 4;'],
    ])
  })

  it('are found in time that grows with the text alone', () => {
    for (const line of [
      '// node_modules/',
      `// ${'a.'.repeat(200_000)}`,
      `;// ${' '.repeat(200_000)}`,
      '//#region '.repeat(20_000),
      ' '.repeat(400_000),
    ])
      expect(markedSections(`// node_modules/a/index.js\n${line}\n`).length).toBe(1)
  }, 5_000)
})
