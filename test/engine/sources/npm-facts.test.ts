import { describe, expect, it } from 'vitest'
import { readComponents } from '../../../src/engine/inventory/read-components.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { fetchSource, resolveSource } from '../../../src/engine/sources/fetch-source.ts'
import { type StandInPackages, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testIsolation } from '../../support/test-isolation.ts'

/** Scans the package `a`. Returns its facts and its dependencies. */
async function scan(packages: StandInPackages) {
  await using standIn = await startNpmStandIn(packages)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const context = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: standIn.url }) })
  const resolved = await resolveSource(context, { type: 'npm', name: 'a', selector: 'latest' })
  await using snapshot = await fetchSource(context, resolved)
  const { components } = await readComponents({ ...context, isolation: testIsolation() }, resolved, snapshot)
  return {
    facts: snapshot.source.package ?? {},
    components: components.map(({ name, version }) => `${name}@${version}`),
  }
}

const archived = (manifest: object, files: Readonly<Record<string, string>> = {}) => ({
  files: { 'package.json': JSON.stringify(manifest), ...files },
})

describe('install scripts', () => {
  it.each<[string, object, object | undefined]>([
    ['none', {}, undefined],
    [
      'those of an installation, and no others',
      {
        scripts: {
          preinstall: 'node a',
          install: 'node b',
          postinstall: 'node c',
          prepare: 'node d',
          test: 'node e',
          prepublish: 'node f',
        },
      },
      { preinstall: 'node a', install: 'node b', postinstall: 'node c' },
    ],
    ['none that are empty or no text', { scripts: { install: '', postinstall: 7, preinstall: ['x'] } }, undefined],
    ['none from scripts that are none', { scripts: 'node x' }, undefined],
    ['the implicit one for a binding.gyp', { files: { 'binding.gyp': '{}' } }, { install: 'node-gyp rebuild' }],
    ['none for a binding.gyp in a folder', { files: { 'src/binding.gyp': '{}' } }, undefined],
    [
      'the implicit one beside a later one',
      { scripts: { postinstall: 'node c' }, files: { 'binding.gyp': '{}' } },
      { install: 'node-gyp rebuild', postinstall: 'node c' },
    ],
    [
      'the own ones instead of the implicit one',
      { scripts: { preinstall: 'node a' }, files: { 'binding.gyp': '{}' } },
      { preinstall: 'node a' },
    ],
    ['none where a binding.gyp is not to be compiled', { gypfile: false, files: { 'binding.gyp': '{}' } }, undefined],
    [
      'those that only the registry tells of',
      { registry: { scripts: { postinstall: 'node hidden' } } },
      { postinstall: 'node hidden' },
    ],
    [
      'those that only the archive tells of',
      { scripts: { postinstall: 'node hidden' }, registry: { scripts: {} } },
      { postinstall: 'node hidden' },
    ],
  ])('are %s', async (_what, version, scripts) => {
    expect((await scan({ 'a@1.0.0': { ...version } })).facts.installScripts).toEqual(scripts)
  })

  it('are cut where no script ends, and can be stored', async () => {
    const { facts } = await scan({ 'a@1.0.0': { scripts: { install: `\0${'x'.repeat(5_000)}` } } })
    expect(facts.installScripts?.['install']).toBe(`\uFFFD${'x'.repeat(1_999)}…`)
  })
})

describe('registry metadata of a version', () => {
  it('is its deprecation and the time of its publication', async () => {
    const { facts } = await scan({
      'a@1.0.0': { registry: { deprecated: 'Use b\u0007 instead.' }, publishedAt: '2026-01-02T03:04:05+01:00' },
    })
    expect(facts).toMatchObject({ deprecated: 'Use b\uFFFD instead.', publishedAt: '2026-01-02T02:04:05.000Z' })
  })

  it('is left out where it says nothing', async () => {
    const { facts } = await scan({ 'a@1.0.0': { publishedAt: 'yesterday' } })
    expect(Object.keys(facts)).toEqual(['signature', 'provenance', 'versions'])
  })
})

describe('manifests that contradict each other', () => {
  it.each<[string, object, string[] | undefined]>([
    [
      'not at all',
      {
        dependencies: { b: '^1.0.0' },
        optionalDependencies: { c: '1' },
        peerDependencies: { d: '1' },
        scripts: { test: 'x' },
        bundleDependencies: [],
      },
      undefined,
    ],
    [
      'not by what npm normalises',
      {
        ...archived(
          {
            name: 'a',
            version: 'v1.0.0+build',
            dependencies: { b: '', c: '1' },
            optionalDependencies: { c: '1' },
            bundledDependencies: false,
            scripts: { test: '' },
          },
          { 'binding.gyp': '' },
        ),
        registry: {
          dependencies: { b: '*' },
          optionalDependencies: { c: '1' },
          scripts: { install: 'node-gyp rebuild' },
        },
      },
      undefined,
    ],
    [
      'in the name',
      archived({ name: 'other', version: '1.0.0' }),
      ['The name is "a" in the registry and "other" in the archive.'],
    ],
    [
      'in the version',
      archived({ name: 'a', version: '6.6.6' }),
      ['The version is "1.0.0" in the registry and "6.6.6" in the archive.'],
    ],
    [
      'in no name at all',
      archived({}),
      [
        'The name is "a" in the registry and missing in the archive.',
        'The version is "1.0.0" in the registry and missing in the archive.',
      ],
    ],
    [
      'in a script',
      { scripts: { install: 'node evil' }, registry: { scripts: { install: 'node fine' } } },
      ['The script install is "node fine" in the registry and "node evil" in the archive.'],
    ],
    [
      'in a hidden script',
      { scripts: { install: 'node evil' }, registry: { scripts: undefined } },
      ['The script install is missing in the registry and "node evil" in the archive.'],
    ],
    [
      'in an implicit script without its reason',
      { registry: { scripts: { install: 'node other' } } },
      ['The script install is "node other" in the registry and missing in the archive.'],
    ],
    [
      'in dependencies',
      { dependencies: { hidden: '1.0.0', same: '1' }, registry: { dependencies: { same: '2', shown: '1' } } },
      [
        'The dependency hidden is missing in the registry and "1.0.0" in the archive.',
        'The dependency same is "2" in the registry and "1" in the archive.',
        'The dependency shown is "1" in the registry and missing in the archive.',
      ],
    ],
    [
      'in the names that objects have',
      archived(JSON.parse('{"name":"a","version":"1.0.0","dependencies":{"__proto__":"1","constructor":"2"}}')),
      [
        'The dependency __proto__ is missing in the registry and "1" in the archive.',
        'The dependency constructor is missing in the registry and "2" in the archive.',
      ],
    ],
    [
      'in what they bundle',
      { dependencies: { b: '1' }, bundleDependencies: ['b'], registry: { bundleDependencies: undefined } },
      ['The list of bundled dependencies is missing in the registry and "b" in the archive.'],
    ],
    [
      'by a manifest that is none',
      { files: { 'package.json': '[]' } },
      ['The package.json in the archive could not be parsed.'],
    ],
    [
      'by a manifest of garbage',
      { files: { 'package.json': '{{{' } },
      ['The package.json in the archive could not be parsed.'],
    ],
    ['not by a byte order mark', { files: { 'package.json': '\uFEFF{"name":"a","version":"1.0.0"}' } }, undefined],
  ])('%s', async (_what, version, differences) => {
    expect(
      (await scan({ 'a@1.0.0': { ...version }, 'b@1.0.0': {}, 'c@1.0.0': {}, 'd@1.0.0': {} })).facts
        .manifestDifferences,
    ).toEqual(differences)
  })

  it('in a thousand places are reported in twenty', async () => {
    const dependencies = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, '1']))
    const { facts } = await scan({ 'a@1.0.0': { dependencies, registry: { dependencies: {} } } })
    expect(facts.manifestDifferences).toHaveLength(21)
    expect(facts.manifestDifferences?.at(-1)).toBe('There are 980 more differences.')
  })
})

describe('dependencies in only one of the manifests', () => {
  it('all count', async () => {
    const { components } = await scan({
      'a@1.0.0': { dependencies: { hidden: '1' }, registry: { dependencies: { shown: '1' } } },
      'hidden@1.0.0': { dependencies: { deeper: '1' } },
      'shown@1.0.0': {},
      'deeper@1.0.0': {},
    })
    expect(components).toEqual(['a@1.0.0', 'deeper@1.0.0', 'hidden@1.0.0', 'shown@1.0.0'])
  })

  it('and where both ask for one, the registry does, as for npm', async () => {
    const { components } = await scan({
      'a@1.0.0': { dependencies: { b: '1' }, registry: { dependencies: { b: '2' } } },
      'b@1.0.0': {},
      'b@2.0.0': {},
    })
    expect(components).toEqual(['a@1.0.0', 'b@2.0.0'])
  })
})
