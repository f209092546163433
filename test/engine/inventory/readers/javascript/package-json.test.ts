import { expect, it } from 'vitest'
import { dependencyReasonText } from '../../../../../src/engine/inventory/reasons/dependency-reasons.ts'
import { packageJson } from '../../../../../src/engine/inventory/readers/javascript/package-json.ts'
import { packagesOf, readingOf, requestsOf } from '../reading.ts'

it('takes exact versions for versions, and everything else for a request', () => {
  const reading = readingOf(packageJson, {
    'package.json': {
      name: 'shop',
      version: '1.0.0',
      packageManager: 'pnpm@9.0.0',
      dependencies: {
        exact: '1.2.3',
        letter: 'v1.0.0',
        equal: '=2.0.0',
        build: '1.0.0+x',
        range: '^1.2.3',
        part: '1.2',
        star: '*',
        tag: 'latest',
        none: '',
        alias: 'npm:real@3.0.0',
        aliased: 'npm:real2@^3',
        both: '1.0.0',
        opt: '1.0.0',
      },
      devDependencies: { dev: '1.0.0', devRange: '>=1', both: '1.0.0' },
      optionalDependencies: { opt: '2.0.0' },
      peerDependencies: { peer: '>=16', maybe: '*' },
      peerDependenciesMeta: { maybe: { optional: true } },
    },
  })
  expect(reading.project).toEqual({ name: 'shop', version: '1.0.0' })
  expect(packagesOf(reading)).toEqual([
    'opt@2.0.0 direct optional',
    'exact@1.2.3 direct',
    'letter@1.0.0 direct',
    'equal@2.0.0 direct',
    'build@1.0.0 direct',
    'real@3.0.0 direct',
    'both@1.0.0 direct',
    'dev@1.0.0 direct dev',
  ])
  expect(reading.requests.map(({ name, requested, dev, groups }) => [name, requested, dev, ...groups])).toEqual([
    ['range', '^1.2.3', false],
    ['part', '1.2', false],
    ['star', '*', false],
    ['tag', 'latest', false],
    ['none', '*', false],
    ['real2', 'npm:real2@^3', false],
    ['peer', '>=16', false, 'peer'],
    ['devRange', '>=1', true, 'dev'],
  ])
  expect(new Set(reading.requests.map(({ reason }) => dependencyReasonText(reason)))).toEqual(
    new Set(['no lockfile pins its version; commit a lockfile']),
  )
})

it('tells where else things come from', () => {
  const reading = readingOf(packageJson, {
    'web/package.json': {
      dependencies: {
        g: 'git+ssh://git@example.com/g.git',
        h: 'x/h',
        i: 'github:x/i#main',
        t: 'https://example.com/t.tgz',
        own: 'file:../own',
        out: 'file:../../out',
        here: './here',
        w: 'workspace:^',
        l: 'link:../own',
      },
    },
    'own/package.json': {},
  })
  expect(requestsOf(reading)).toEqual([
    'g: it comes from a git repository (git+ssh://git@example.com/g.git)',
    'h: it comes from a git repository (x/h)',
    'i: it comes from a git repository (github:x/i#main)',
    't: it is an archive at a URL that does not belong to this version in a registry (https://example.com/t.tgz)',
    'out: it is a folder or an archive on the disk of the lockfile author (file:../../out)',
    'here: it is a folder or an archive on the disk of the lockfile author (./here)',
  ])
})

it('names parts that are not what they ought to be', () => {
  const reading = readingOf(packageJson, {
    'package.json':
      '{"name": 5, "dependencies": ["a"], "devDependencies": {"b": {}, "c": "1.0.0"}, "peerDependencies": null}',
  })
  expect(packagesOf(reading)).toEqual(['c@1.0.0 direct dev'])
  expect(requestsOf(reading)).toEqual([
    'dependencies: its entry in the manifest could not be parsed ((nothing))',
    'devDependencies: its entry in the manifest could not be parsed ((nothing))',
  ])
})
