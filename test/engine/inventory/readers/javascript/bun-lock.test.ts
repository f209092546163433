import { expect, it } from 'vitest'
import { bunLock } from '../../../../../src/engine/inventory/readers/javascript/bun-lock.ts'
import type { FileContent } from '../../project-snapshot.ts'
import { edgesOf, packagesOf, readingOf, requestsOf } from '../reading.ts'

const read = (text: string, others: Record<string, FileContent> = {}) =>
  readingOf(bunLock, { 'bun.lock': text, ...others })

const lock = `{
  "lockfileVersion": 1, // a comment
  "workspaces": {
    "": {
      "name": "shop",
      "dependencies": { "@s/a": "^1.0.0", "web": "workspace:*", },
      "devDependencies": { "d": "*", },
      "optionalDependencies": { "o": "1" },
      "peerDependencies": { "p": "1" },
    },
    "packages/web": {
      "name": "web", "version": "0.1.0",
      "dependencies": { "b": "^1.0.0", },
    },
  },
  "packages": {
    "@s/a": ["@s/a@1.1.0", "", { "dependencies": { "b": "^2.0.0" }, "os": "darwin" }, "sha512-AA=="],
    "@s/a/b": ["b@2.0.1", "", {}, "sha512-AA=="],
    "alias": ["real@3.0.0", "https://npm.example/", {}, "sha512-AA=="],
    "b": ["b@3.0.0", "https://npm.example/b/-/b-3.0.0.tgz", {}, "sha512-AA=="],
    "d": ["d@1.0.0", "", { "dependencies": { "e": "1" } }, "sha512-AA=="],
    "e": ["e@1.0.0", "", {}, "sha512-AA=="],
    "o": ["o@1.0.0", "", {}, "sha512-AA=="],
    "p": ["p@1.0.0", "", {}, "sha512-AA=="],
    "web": ["web@workspace:packages/web"],
    "web/b": ["b@1.5.0", "", { "dependencies": { "e": "1" } }, "sha512-AA=="],
  }
}`

it('tells packages by their places, workspaces, and what is for development', () => {
  const reading = read(lock)
  expect(packagesOf(reading)).toEqual([
    '@s/a@1.1.0 direct',
    'b@2.0.1',
    'real@3.0.0',
    'b@3.0.0',
    'd@1.0.0 direct dev',
    'e@1.0.0',
    'o@1.0.0 direct',
    'p@1.0.0 direct',
    'b@1.5.0 direct',
  ])
  expect(reading.packages.filter(({ dev }) => dev).map(({ name }) => name)).toEqual(['d'])
  expect(reading.workspaces).toEqual(['packages/web'])
  expect(edgesOf(reading)).toEqual([
    '[] > @s/a',
    '[] > web',
    '[] > o',
    '[] > p',
    '[] > d',
    '[packages/web] > web/b',
    '@s/a > @s/a/b',
    'd > e',
    'web/b > e',
  ])
})

it('names what comes from elsewhere', () => {
  const reading = read(
    JSON.stringify({
      lockfileVersion: 1,
      workspaces: { '': {} },
      packages: {
        g: ['g@git+ssh://git@example.com/g.git#0123', {}, '0123'],
        h: ['h@github:x/h#0123', {}, 'x-h-0123'],
        t: ['t@https://example.com/t.tgz', {}, 'sha512-AA=='],
        f: ['f@file:../f', {}],
        own: ['own@file:./own', {}],
        l: ['l@./l.tgz', {}, 'sha512-AA=='],
        evil: ['evil@1.0.0', 'https://evil.example/x.tgz', {}, 'sha512-AA=='],
        shop: ['shop@root:', {}],
        n: ['n@latest', '', {}],
        odd: 'text',
        empty: [],
      },
    }),
    { 'own/package.json': {} },
  )
  expect(packagesOf(reading)).toEqual([])
  expect(requestsOf(reading).map((text) => text.split(' (')[0])).toEqual([
    'g: it comes from a git repository',
    'h: it comes from a git repository',
    't: it is an archive at a URL that does not belong to this version in a registry',
    'f: it is a folder or an archive on the disk of the lockfile author',
    'l: it is a folder or an archive on the disk of the lockfile author',
    'evil: it is an archive at a URL that does not belong to this version in a registry',
    'n: the lockfile has no version',
    'odd: its entry in the lockfile could not be parsed',
    'empty: its entry in the lockfile could not be parsed',
  ])
})

it.each([
  ['this is not json!', 'is not JSON with comments'],
  ['[]', 'is not a JSON object'],
  ['{"packages": 1}', 'has packages that are no object'],
  ['{"a": "b" "c"}', 'CommaExpected at character 10'],
])('is no lockfile: %s', (text, problem) => {
  expect(() => read(text)).toThrow(problem)
})
