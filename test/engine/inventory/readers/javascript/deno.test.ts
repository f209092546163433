import { expect, it } from 'vitest'
import { denoJson } from '../../../../../src/engine/inventory/readers/javascript/deno-json.ts'
import { denoLock } from '../../../../../src/engine/inventory/readers/javascript/deno-lock.ts'
import { edgesOf, packagesOf, readingOf, requestsOf } from '../reading.ts'

const read = (lock: object) => readingOf(denoLock, { 'deno.lock': lock })
const integrity = 'sha512-AA=='
const edges = [
  '[] > chalk@5.3.0',
  '[] > wrap@8.0.0_chalk@5.3.0',
  'wrap@8.0.0_chalk@5.3.0 > ansi@6.1.0',
  'wrap@8.0.0_chalk@5.3.0 > width@4.2.3',
]

it('version 2: everything of npm below `npm`', () => {
  const reading = read({
    version: '2',
    remote: {},
    npm: {
      specifiers: { 'chalk@5': 'chalk@5.3.0' },
      packages: { 'chalk@5.3.0': { integrity, dependencies: {} }, 'ansi@6.1.0': { integrity, dependencies: {} } },
    },
  })
  expect(packagesOf(reading)).toEqual(['chalk@5.3.0 direct', 'ansi@6.1.0'])
})

it('version 3: below `packages`, dependencies as objects', () => {
  const reading = read({
    version: '3',
    packages: {
      specifiers: {
        'npm:chalk@5': 'npm:chalk@5.3.0',
        'npm:wrap@8': 'npm:wrap@8.0.0_chalk@5.3.0',
        'jsr:@std/path@1': 'jsr:@std/path@1.0.2',
      },
      jsr: { '@std/path@1.0.2': { integrity, dependencies: [] } },
      npm: {
        'chalk@5.3.0': { integrity, dependencies: {} },
        'wrap@8.0.0_chalk@5.3.0': { integrity, dependencies: { ansi: 'ansi@6.1.0', 'width-cjs': 'width@4.2.3' } },
        'ansi@6.1.0': { integrity, dependencies: {} },
        'width@4.2.3': { integrity, dependencies: {} },
      },
    },
    remote: {},
  })
  expect(packagesOf(reading)).toEqual(['chalk@5.3.0 direct', 'wrap@8.0.0 direct', 'ansi@6.1.0', 'width@4.2.3'])
  expect(requestsOf(reading)).toEqual(['@std/path: it comes from JSR, for which no advisories exist (1.0.2)'])
  expect(edgesOf(reading)).toEqual(edges)
})

it.each(['4', '5'])('version %s: at the top, dependencies as lists', (version) => {
  const reading = read({
    version,
    specifiers: { 'npm:chalk@5': '5.3.0', 'npm:wrap@8': '8.0.0_chalk@5.3.0', 'jsr:@std/path@1': '1.0.2' },
    jsr: { '@std/path@1.0.2': { integrity } },
    npm: {
      'chalk@5.3.0': { integrity, os: ['linux'] },
      'wrap@8.0.0_chalk@5.3.0': { integrity, dependencies: ['ansi', 'width-cjs@npm:width@4.2.3'] },
      'ansi@6.1.0': { integrity },
      'width@4.2.3': { integrity },
    },
    remote: { 'https://deno.example/std@0.1.0/a.ts': 'aa', 'https://deno.example/std@0.1.0/b.ts': 'bb' },
    workspace: { dependencies: ['npm:chalk@5'], members: { web: { dependencies: [] } } },
  })
  expect(packagesOf(reading)).toEqual(['chalk@5.3.0 direct', 'wrap@8.0.0 direct', 'ansi@6.1.0', 'width@4.2.3'])
  expect(requestsOf(reading)).toEqual([
    '@std/path: it comes from JSR, for which no advisories exist (1.0.2)',
    'deno.example: it is imported from a URL, which has no package version ' +
      '(https://deno.example/std@0.1.0/a.ts and 1 more)',
  ])
  expect(edgesOf(reading)).toEqual(edges)
  expect(reading.workspaces).toEqual(['web'])
})

it('names what it cannot understand', () => {
  const reading = read({
    version: '5',
    npm: { odd: {}, 'a@1.0.0': 'text', 'b@latest': {}, 'c@1.0.0': { tarball: 'https://evil.example/x.tgz' } },
  })
  expect(packagesOf(reading)).toEqual([])
  expect(reading.requests.map(({ name }) => name)).toEqual(['odd', 'a', 'b', 'c'])
})

it('deno.json: what imports take from registries', () => {
  const reading = readingOf(denoJson, {
    'deno.jsonc':
      '{ "name": "@s/shop", "version": "1.0.0", /* by hand */ "imports": { "a": "npm:a@1.2.3", "b/": ' +
      '"npm:/@s/b@^2/", "c": "npm:c", "p": "jsr:@std/path@1", "w": "https://deno.example/x.ts", "~/": ' +
      '"./src/", } }',
  })
  expect(reading.project).toEqual({ name: '@s/shop', version: '1.0.0' })
  expect(packagesOf(reading)).toEqual(['a@1.2.3 direct'])
  expect(reading.requests.map(({ name, requested }) => `${name}@${requested}`)).toEqual([
    '@s/b@^2',
    'c@*',
    '@std/path@1',
    'deno.example@https://deno.example/x.ts',
  ])
})
