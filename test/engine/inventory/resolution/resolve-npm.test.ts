import { describe, expect, it } from 'vitest'
import { told, waysOf } from '../project-inventory-of.ts'
import { resolvedProject, takenAt } from './resolved-project.ts'

const npm = {
  'a@1.0.0': {},
  'a@1.2.0': { dependencies: { b: '^1.0.0' } },
  'a@2.0.0': {},
  'b@1.0.0': {},
  'b@1.5.0': {},
  't@3.0.0': { dependencies: { u: '1.0.0' } },
  'u@1.0.0': {},
  'p@1.0.0': { peerDependencies: { a: '^1.0.0' } },
}

describe('a package.json without a lockfile', () => {
  it('is resolved like npm install, with development dependencies', async () => {
    const { inventory } = await resolvedProject(
      { 'package.json': { name: 'shop', version: '1.0.0', dependencies: { a: '^1' }, devDependencies: { t: '*' } } },
      { npm },
    )
    expect(told(inventory)).toEqual(['a@1.2.0 direct', 'b@1.5.0', 't@3.0.0 direct dev', 'u@1.0.0 dev'])
    expect(waysOf(inventory, 'b@1.5.0')).toEqual(['package.json: shop@1.0.0 > a@1.2.0 > b@1.5.0'])
    expect(inventory.components[0]).toMatchObject({ locked: false, resolvedAt: takenAt.toISOString() })
    expect(inventory).toMatchObject({ complete: true, unresolved: [], resolvedAt: takenAt })
    expect(inventory.method).toContain(`Resolved in package registries at ${takenAt.toISOString()}, not locked`)
  })

  it('ignores versions that were published after the snapshot', async () => {
    const { inventory, npmRequests } = await resolvedProject(
      { 'package.json': { dependencies: { a: '^1', fresh: 'latest', still: '*' } } },
      {
        npm: {
          'a@1.2.0': { publishedAt: '2026-07-31T10:00:00.000Z' },
          'a@1.3.0': { publishedAt: '2026-08-01T10:00:00.001Z' },
          'fresh@2.0.0-beta.1': { publishedAt: '2026-01-02T00:00:00.000Z' },
          'fresh@1.0.0': { publishedAt: '2026-01-01T00:00:00.000Z' },
          'fresh@2.0.0': { publishedAt: '2026-08-01T12:00:00.000Z' },
          'still@1.0.0': { publishedAt: '2026-08-01T10:00:00.000Z' },
        },
      },
    )
    expect(told(inventory)).toEqual(['a@1.2.0 direct', 'fresh@1.0.0 direct', 'still@1.0.0 direct'])
    // The full metadata is requested only for packages that changed since.
    expect(npmRequests.toSorted()).toEqual(['a', 'a', 'fresh', 'fresh', 'still'])
  })

  it('leaves out versions that the project regards as too new', async () => {
    const fresh = '2026-07-30T10:00:00.000Z'
    const { inventory } = await resolvedProject(
      {
        'package.json': {
          dependencies: { a: '^1', latest: 'latest', '@own/part': '*', '@own/other': '*', only: '^2', named: '*' },
        },
        '.npmrc': 'min-release-age=7\nmin-release-age-exclude[]=@own/p*t\nmin-release-age-exclude = x, named\n',
        'tools/package.json': { dependencies: { b: '^1' } },
      },
      {
        npm: {
          'a@1.2.0': { publishedAt: '2026-07-25T10:00:00.000Z' },
          'a@1.3.0': { publishedAt: '2026-07-25T10:00:00.001Z' },
          'latest@1.0.0': { publishedAt: '2026-01-01T00:00:00.000Z' },
          'latest@1.1.0': { publishedAt: fresh },
          '@own/part@1.0.0': { publishedAt: '2026-01-01T00:00:00.000Z' },
          '@own/part@2.0.0': { publishedAt: fresh },
          '@own/other@1.0.0': { publishedAt: '2026-01-01T00:00:00.000Z' },
          '@own/other@2.0.0': { publishedAt: fresh },
          'named@1.0.0': { publishedAt: fresh },
          'only@2.0.0': { publishedAt: fresh },
          // The settings of the root do not apply to another project.
          'b@1.0.0': { publishedAt: '2026-01-01T00:00:00.000Z' },
          'b@1.1.0': { publishedAt: fresh },
        },
      },
    )
    expect(told(inventory)).toEqual([
      '@own/other@1.0.0 direct',
      '@own/part@2.0.0 direct',
      'a@1.2.0 direct',
      'b@1.1.0 direct',
      'latest@1.0.0 direct',
      'named@1.0.0 direct',
    ])
    expect(inventory.unresolved).toMatchObject([
      { name: 'only', reason: expect.stringContaining('no published version') },
    ])
  })

  it.each([
    ['before=2026-07-01', 'a@1.0.0 direct'],
    ['before=2026-07-01\nmin-release-age=1', 'a@1.0.0 direct'],
    ['min-release-age=0', 'a@1.3.0 direct'],
    ['min-release-age=-7', 'a@1.3.0 direct'],
    ['min-release-age=1e9', 'a@1.3.0 direct'],
    ['min-release-age=soon\nbefore=never', 'a@1.3.0 direct'],
    ['min-release-age=7\nmin-release-age-exclude=*', 'a@1.3.0 direct'],
    ['min-release-age=7\nmin-release-age-exclude=*a*', 'a@1.0.0 direct'],
    ['; min-release-age=7', 'a@1.3.0 direct'],
  ])('reads %j', async (npmrc, expected) => {
    const { inventory } = await resolvedProject(
      { 'package.json': { dependencies: { a: '^1' } }, '.npmrc': npmrc },
      {
        npm: {
          'a@1.0.0': { publishedAt: '2026-01-01T00:00:00.000Z' },
          'a@1.3.0': { publishedAt: '2026-07-30T10:00:00.000Z' },
        },
      },
    )
    expect(told(inventory)).toEqual([expected])
  })

  it.each(['legacy-peer-deps=true', 'legacy-peer-deps'])('brings no peers with %j', async (npmrc) => {
    const files = {
      'package.json': { workspaces: ['m'], dependencies: { p: '*' }, peerDependencies: { t: '*' } },
      'm/package.json': { name: 'm', version: '1.0.0', peerDependencies: { u: '*' } },
    }
    const { inventory } = await resolvedProject({ ...files, '.npmrc': npmrc }, { npm })
    expect(told(inventory)).toEqual(['p@1.0.0 direct'])
    const { inventory: withPeers } = await resolvedProject({ ...files, '.npmrc': 'legacy-peer-deps=false' }, { npm })
    expect(told(withPeers)).toEqual(['a@1.2.0', 'b@1.5.0', 'p@1.0.0 direct', 't@3.0.0 direct', 'u@1.0.0 direct'])
  })

  it('counts what only a development copy of a version needs as development', async () => {
    const { inventory } = await resolvedProject(
      { 'package.json': { dependencies: { x: '2.0.0', y: '3.0.0', a: '*' }, devDependencies: { d: '*' } } },
      {
        npm: {
          'x@1.0.0': { dependencies: { y: '*' } },
          'x@2.0.0': {},
          'y@1.0.0': {},
          'y@2.0.0': { dependencies: { z: '*' } },
          'y@3.0.0': {},
          'z@1.0.0': {},
          'a@1.0.0': { dependencies: { x: '1.0.0', y: '1.0.0' } },
          'd@1.0.0': { dependencies: { x: '1.0.0', y: '2.0.0' } },
        },
      },
    )
    expect(told(inventory)).toEqual([
      'a@1.0.0 direct',
      'd@1.0.0 direct dev',
      'x@1.0.0',
      'x@2.0.0 direct',
      'y@1.0.0',
      'y@2.0.0 dev',
      'y@3.0.0 direct',
      'z@1.0.0 dev',
    ])
  })

  it('also brings the dependencies of exact versions', async () => {
    const { inventory } = await resolvedProject({ 'package.json': { dependencies: { a: '1.2.0' } } }, { npm })
    expect(told(inventory)).toEqual(['a@1.2.0 direct', 'b@1.5.0'])
    expect(inventory.complete).toBe(true)
  })

  it('resolves a workspace as one tree, with members linked', async () => {
    const { inventory, npmRequests } = await resolvedProject(
      {
        'package.json': { name: 'shop', workspaces: ['packages/*'], devDependencies: { t: '^3' } },
        'packages/core/package.json': { name: '@shop/core', version: '2.0.0', dependencies: { a: '^1' } },
        'packages/web/package.json': {
          name: '@shop/web',
          version: '1.0.0',
          dependencies: { '@shop/core': '^2.0.0', a: '^2', b: '1.0.0' },
        },
      },
      { npm },
    )
    expect(told(inventory)).toEqual([
      'a@1.2.0 direct',
      'a@2.0.0 direct',
      'b@1.0.0 direct',
      't@3.0.0 direct dev',
      'u@1.0.0 dev',
    ])
    expect(waysOf(inventory, 'a@2.0.0')).toEqual(['packages/web/package.json: @shop/web@1.0.0 > a@2.0.0'])
    expect(inventory.complete).toBe(true)
    expect(npmRequests.filter((path) => path.includes('@shop'))).toEqual([])
  })

  it('names a member that is requested in another version, and asks no registry for it', async () => {
    const { inventory, npmRequests } = await resolvedProject(
      {
        'package.json': { name: 'shop', workspaces: ['packages/*'] },
        'packages/core/package.json': { name: 'core', version: '2.0.0' },
        'packages/web/package.json': { name: 'web', dependencies: { core: '^1.0.0' } },
      },
      { npm: { ...npm, 'core@1.0.0': {} } },
    )
    expect(npmRequests).toEqual([])
    expect(inventory.unresolved).toMatchObject([
      { name: 'core', requested: '^1.0.0', requiredBy: 'web', manifest: 'packages/web/package.json' },
    ])
  })

  it('leaves manifests to their lockfile, and those of examples alone', async () => {
    const { npmRequests } = await resolvedProject(
      {
        'package.json': { dependencies: { a: '^1' } },
        'package-lock.json': {
          lockfileVersion: 3,
          packages: { '': { dependencies: { a: '^1' } }, 'node_modules/a': { version: '1.0.0' } },
        },
        'examples/x/package.json': { dependencies: { b: '^1' } },
      },
      { npm },
    )
    expect(npmRequests).toEqual([])
  })

  it('names what it cannot resolve, and keeps the rest', async () => {
    const { inventory } = await resolvedProject(
      {
        'package.json': {
          name: 'shop',
          dependencies: { a: '^1', gone: '^1', b: '^9', down: '1', g: 'github:acme/g' },
        },
      },
      { npm, npmOptions: { answer: (path) => (path === 'down' ? 500 : undefined) } },
    )
    expect(told(inventory)).toContain('a@1.2.0 direct')
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved.map(({ name, reason, manifest }) => [name, reason, manifest])).toEqual(
      expect.arrayContaining([
        ['gone', 'the npm registry does not have it', 'package.json'],
        ['b', 'no published version matches', 'package.json'],
        ['down', expect.stringContaining('500'), 'package.json'],
        ['g', 'it comes from a git repository', 'package.json'],
      ]),
    )
    expect(inventory.unresolved).toHaveLength(4)
  })

  it('ends in a cycle of packages', async () => {
    const { inventory } = await resolvedProject(
      { 'package.json': { dependencies: { x: '1' } } },
      { npm: { 'x@1.0.0': { dependencies: { y: '1' } }, 'y@1.0.0': { dependencies: { x: '1' } } } },
    )
    expect(told(inventory)).toEqual(['x@1.0.0 direct', 'y@1.0.0'])
  })
})

describe('private names', () => {
  it('of the operator are asked of their own registry only', async () => {
    const { inventory, npmRequests, corpRequests } = await resolvedProject(
      { 'package.json': { dependencies: { '@corp/tool': '^1', a: '^1' } } },
      { npm, corp: { '@corp/tool@1.0.0': { dependencies: { '@corp/base': '1' } }, '@corp/base@1.0.0': {} } },
    )
    expect(told(inventory)).toEqual(['@corp/base@1.0.0', '@corp/tool@1.0.0 direct', 'a@1.2.0 direct', 'b@1.5.0'])
    expect(npmRequests.toSorted()).toEqual(['a', 'b'])
    expect(corpRequests.toSorted()).toEqual(['@corp/base', '@corp/tool'])
  })

  it('of scopes in the .npmrc of the project are asked nowhere', async () => {
    const { inventory, npmRequests } = await resolvedProject(
      {
        '.npmrc': '@acme:registry=https://npm.acme.example/\n',
        'package.json': { dependencies: { '@acme/inner': '^1', a: '^1' } },
      },
      { npm: { ...npm, '@acme/inner@1.0.0': {} } },
    )
    expect(npmRequests.toSorted()).toEqual(['a', 'b'])
    expect(told(inventory)).toEqual(['a@1.2.0 direct', 'b@1.5.0'])
    expect(inventory.unresolved).toMatchObject([
      { name: '@acme/inner', reason: expect.stringContaining('from another registry') },
    ])
  })

  it('of a project with its own registry are asked nowhere', async () => {
    const files = { '.npmrc': 'registry=https://npm.acme.example/', 'package.json': { dependencies: { a: '^1' } } }
    const { inventory, npmRequests } = await resolvedProject(files, { npm })
    expect(npmRequests).toEqual([])
    expect(inventory.unresolved).toMatchObject([{ name: 'a', reason: expect.stringContaining('another registry') }])
  })

  it('of other projects in the repository are asked nowhere, also for packages that request them', async () => {
    const { inventory, npmRequests } = await resolvedProject(
      {
        'package.json': { name: 'root', dependencies: { inner: '^1', wants: '1' } },
        'tools/package.json': { name: 'inner', version: '1.0.0' },
      },
      { npm: { 'inner@1.0.0': {}, 'wants@1.0.0': { dependencies: { inner: '^7' } } } },
    )
    expect(npmRequests).toEqual(['wants'])
    expect(told(inventory)).toEqual(['wants@1.0.0 direct'])
    expect(inventory.unresolved.map(({ name, requiredBy }) => `${name} ${requiredBy}`)).toEqual(
      expect.arrayContaining(['inner root']),
    )
  })
})
