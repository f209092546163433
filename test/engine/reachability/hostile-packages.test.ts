import { expect, it } from 'vitest'
import { judged, type Files } from './installed-files.ts'

const denied = ['imported', 'not-loaded']

/** Names of `count` files: `f0.js`, `f1.js`, … */
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `f${index}.js`)

const project = { 'index.js': "require('deep').run('text')" }
const last = 'exports.run = function run(text) { return text }'

it('follows a chain of 2,000 files', () => {
  const files = names(2_000)
  const chain = files.map((path, index) => [path, `exports.run = require('./${files[index + 1]}').run`])
  const deep: Files = {
    ...Object.fromEntries(chain.slice(0, -1)),
    'f1999.js': last,
    'package.json': '{"main":"f0.js"}',
  }
  const { status } = judged({ project, packages: { 'deep@1.0.0': deep } }, 'deep@1.0.0 f1999.js: run')
  expect(denied).not.toContain(status)
})

it('ends when 100 files require each other', () => {
  const files = names(100)
  const requires = files.map((path) => `require('./${path}')`).join('\n')
  const deep: Files = {
    ...Object.fromEntries(files.map((path) => [path, `${requires}\nObject.assign(exports, require('./f0.js'))`])),
    'f99.js': `${requires}\n${last}`,
    'index.js': "module.exports = require('./f0.js')\nmodule.exports = require('./f99.js')",
  }
  const { status } = judged({ project, packages: { 'deep@1.0.0': deep } }, 'deep@1.0.0 f99.js: run')
  expect(denied).not.toContain(status)
})

it('ends when modules re-export each other, and finds the export behind the cycle', () => {
  const deep: Files = {
    'package.json': '{"type":"module","main":"a.js"}',
    'a.js': "export * from './b.js'\nexport * from './a.js'",
    'b.js': "export * from './a.js'\nexport * from './c.js'",
    'c.js': "export * from './b.js'\nexport function run(text) { return text }",
  }
  const main = { 'index.mjs': "import { run } from 'deep'\nrun('text')", 'package.json': '{"main":"index.mjs"}' }
  const { status } = judged({ project: main, packages: { 'deep@1.0.0': deep } }, 'deep@1.0.0 c.js: run')
  expect(denied).not.toContain(status)
})

it('ends when the values of two packages contain each other', () => {
  const { status } = judged(
    {
      project: { 'index.js': "const a = require('a')\na.b.a.b.a.run('text')" },
      packages: {
        'a@1.0.0': { 'index.js': `exports.b = require('b')\n${last}` },
        'b@1.0.0': { 'index.js': "exports.a = require('a')\nexports.a.b = exports\nexports.self = exports" },
      },
    },
    'a@1.0.0 index.js: run',
  )
  expect(denied).not.toContain(status)
})

it.for(['__proto__', 'constructor', 'toString'])('treats %s as an ordinary name', (name) => {
  const { status } = judged(
    {
      project: { 'index.js': `require('deep/${name}').${name}('text')` },
      packages: {
        'deep@1.0.0': {
          [`${name}.js`]: `exports['${name}'] = function run(text) { return text }`,
          'package.json': `{"name":"deep","main":"${name}","exports":{"./${name}":"./${name}.js","./x/*":"../../*"}}`,
        },
      },
    },
    `deep@1.0.0 ${name}.js: run`,
  )
  expect(denied).not.toContain(status)
})

it.for([
  ['itself', '{"exports":{".":{"require":{"require":{"require":"./index.js"}}}}}'],
  ['a folder outside the package', '{"main":"../../../etc/passwd"}'],
  ['a number', '{"main":5,"exports":[[[["./index.js"]]],null]}'],
  ['an array of itself', '{"main":"./","exports":{"./*":"./*/*/*"}}'],
] as const)('a manifest that names %s as its main file causes no error', ([, manifest]) => {
  const deep = { 'index.js': last, 'package.json': manifest }
  const { status } = judged({ project, packages: { 'deep@1.0.0': deep } }, 'deep@1.0.0 index.js: run')
  expect(['unknown', 'reachable', 'not-loaded']).toContain(status)
})

it('ends when code reads an attribute of a function of the runtime again and again', () => {
  const deep: Files = {
    'index.js': `let part = Math.abs\nfor (;;) part = part.of\n${last}`,
  }
  const { status } = judged({ project, packages: { 'deep@1.0.0': deep } }, 'deep@1.0.0 index.js: run')
  expect(denied).not.toContain(status)
})
