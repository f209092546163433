import { describe, expect, it } from 'vitest'
import { inventoryOf } from './inventory-of.ts'

const packageJson = (name: string, version: string, more: object = {}) => JSON.stringify({ name, version, ...more })

describe('bundled dependencies', () => {
  it('of the scanned package are read from its archive, at whatever depth', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        dependencies: { a: '^1.0.0', c: '1' },
        bundleDependencies: ['a'],
        files: {
          'node_modules/a/package.json': packageJson('a', '1.0.5', { dependencies: { b: '1' } }),
          'node_modules/a/node_modules/b/package.json': packageJson('b', '1.0.1'),
          'node_modules/@s/d/package.json': packageJson('@s/d', '2.0.0'),
        },
      },
      'a@1.0.9': {},
      'b@1.0.9': {},
      'c@1.0.0': {},
    })
    expect(inventory.names).toEqual(['@s/d@2.0.0', 'a@1.0.5', 'b@1.0.1', 'c@1.0.0'])
    expect(inventory.complete).toBe(true)
    expect(inventory.requests).not.toContain('a')
    expect(inventory.components.find(({ name }) => name === 'b')?.introducedBy).toEqual([
      { manifest: 'package.json', path: ['start@1.0.0', 'a@1.0.5', 'b@1.0.1'] },
    ])
    expect(inventory.components.find(({ name }) => name === '@s/d')).toMatchObject({
      direct: true,
      introducedBy: [{ path: ['start@1.0.0', '@s/d@2.0.0'] }],
    })
  })

  it('of another package are read from that archive', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' } },
      'a@1.0.0': {
        dependencies: { b: '^1.0.0' },
        bundledDependencies: true,
        files: { 'node_modules/b/package.json': packageJson('b', '1.0.0') },
      },
      'b@1.9.0': {},
    })
    expect(inventory).toMatchObject({ names: ['a@1.0.0', 'b@1.0.0'], complete: true, unresolved: [] })
  })

  it('under another name than their folder keep their own', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        dependencies: { one: '*' },
        bundleDependencies: ['one'],
        files: { 'node_modules/one/package.json': packageJson('other', '3.0.0') },
      },
    })
    expect(inventory.names).toEqual(['other@3.0.0'])
  })

  it('that the archive does not contain are named; npm does not look for them either', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' }, bundleDependencies: ['a'] },
      'a@1.0.0': {},
    })
    expect(inventory).toMatchObject({
      names: [],
      complete: true,
      unresolved: [{ name: 'a', requested: 'bundled', requiredBy: 'start@1.0.0' }],
    })
  })

  it('that cannot be read harm no other', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        bundleDependencies: ['a', 'b', 'c', 'd', 'e'],
        files: {
          'node_modules/a/package.json': '{ not json',
          'node_modules/b/package.json': '[]',
          'node_modules/c/package.json': packageJson('c', 'one'),
          'node_modules/d/package.json': packageJson('../../d', '1.0.0'),
          'node_modules/e/package.json': packageJson('e', '1.0.0'),
          'node_modules/.hidden/package.json': packageJson('hidden', '1.0.0'),
          'lib/node_modules/f/package.json': packageJson('f', '1.0.0'),
        },
      },
    })
    expect(inventory.names).toEqual(['d@1.0.0', 'e@1.0.0'])
    expect(inventory.unresolved.map(({ name }) => name)).toEqual(
      ['.hidden', 'a', 'b', 'c'].map((name) => `node_modules/${name}/package.json`),
    )
    expect(inventory.complete).toBe(false)
  })

  it.each<[string, object, Record<string, string>]>([
    [
      'behind a byte order mark',
      { bundleDependencies: ['a'] },
      { 'node_modules/a/package.json': `\uFEFF${packageJson('a', '1.0.0')}` },
    ],
    ['that the registry does not tell of', {}, { 'node_modules/a/package.json': packageJson('a', '1.0.0') }],
  ])('%s are found', async (_what, fields, files) => {
    expect(await inventoryOf({ 'start@1.0.0': { ...fields, files } })).toMatchObject({
      names: ['a@1.0.0'],
      complete: true,
    })
  })

  it.each<[string, Record<string, string>]>([
    [
      'below a folder that is not a package',
      { 'node_modules/wrap/node_modules/a/package.json': packageJson('a', '1.0.0') },
    ],
    ['whose version is none', { 'node_modules/a/package.json': packageJson('a', '1.19') }],
    ['without a manifest', { 'node_modules/a/index.js': '' }],
    [
      'in the store of another package manager',
      { 'node_modules/.store/a@1/node_modules/a/package.json': packageJson('a', '1.0.0') },
    ],
  ])('%s make the inventory incomplete', async (_what, files) => {
    expect(await inventoryOf({ 'start@1.0.0': { bundleDependencies: ['a'], files } })).toMatchObject({
      names: [],
      complete: false,
    })
  })

  it('of a dependency are not all known when its archive was not read whole', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' } },
      'a@1.0.0': {
        bundleDependencies: ['b'],
        files: { 'node_modules/b/package.json': packageJson('b', '1.0.0'), '../outside': '' },
      },
    })
    expect(inventory).toMatchObject({
      names: ['a@1.0.0', 'b@1.0.0'],
      complete: false,
      unresolved: [{ name: 'a', reason: expect.stringContaining('its bundled packages could not be read') }],
    })
  })

  it.each([
    ['that is asked for all the same makes the inventory incomplete', { a: '^1' }, false],
    ['that nobody asks for is left out', {}, true],
  ])('marked by a shrinkwrap as for development only, %s', async (_what, dependencies, complete) => {
    const shrinkwrap = { lockfileVersion: 3, packages: { '': {}, 'node_modules/a': { version: '1.0.0', dev: true } } }
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies, files: { 'npm-shrinkwrap.json': JSON.stringify(shrinkwrap) } },
      'a@1.0.0': {},
      'a@1.5.0': {},
    })
    expect(inventory.complete).toBe(complete)
    expect(inventory.names).toEqual(complete ? [] : ['a@1.5.0'])
  })

  it('whose archive cannot be had make the inventory incomplete', async () => {
    const packages = {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { bundleDependencies: ['x'], dependencies: { x: '1' } },
      'b@1.0.0': {},
    }
    const inventory = await inventoryOf(packages, { answer: (path) => (path === 'a/-/a-1.0.0.tgz' ? 500 : undefined) })
    expect(inventory).toMatchObject({
      names: ['a@1.0.0', 'b@1.0.0'],
      complete: false,
      unresolved: [
        {
          name: 'a',
          requested: '1.0.0',
          requiredBy: 'a@1.0.0',
          reason: 'its bundled packages could not be read: the registry returned HTTP 500',
        },
      ],
    })
  })
})

const shrinkwrap = (packages: object) =>
  JSON.stringify({
    name: 'start',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'start', version: '1.0.0' }, ...packages },
  })

describe('a shrinkwrap', () => {
  it('of the scanned package decides, and the registry is not asked', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        dependencies: { a: '^1.0.0' },
        files: {
          'npm-shrinkwrap.json': shrinkwrap({
            'node_modules/a': { version: '1.0.1', dependencies: { b: '*' } },
            'node_modules/b': { version: '0.1.0' },
            'node_modules/dev': { version: '1.0.0', dev: true },
          }),
        },
      },
      'a@1.9.0': {},
      'b@2.0.0': {},
    })
    expect(inventory.names).toEqual(['a@1.0.1', 'b@0.1.0'])
    expect(inventory).toMatchObject({
      complete: true,
      unresolved: [],
      method: "Read from the package's npm-shrinkwrap.json.",
    })
    expect(inventory.resolvedAt).toBeUndefined()
    expect(inventory.requests).toEqual(['start', 'start/-/start-1.0.0.tgz'])
    expect(inventory.components.map(({ name, direct, introducedBy }) => [name, direct, introducedBy])).toEqual([
      ['start', true, [{ manifest: 'package.json', path: ['start@1.0.0'] }]],
      ['a', true, [{ manifest: 'npm-shrinkwrap.json', path: ['start@1.0.0', 'a@1.0.1'] }]],
      ['b', false, [{ manifest: 'npm-shrinkwrap.json', path: ['start@1.0.0', 'a@1.0.1', 'b@0.1.0'] }]],
    ])
  })

  it('that lacks something has it looked up', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        dependencies: { a: '^1.0.0', c: '1' },
        files: { 'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/a': { version: '1.0.1' } }) },
      },
      'a@1.9.0': {},
      'c@1.0.0': {},
    })
    expect(inventory.names).toEqual(['a@1.0.1', 'c@1.0.0'])
    expect(inventory.method).toBe(
      "Read from the package's npm-shrinkwrap.json; other packages were resolved with the metadata of the npm " +
        'registry.',
    )
    expect(inventory.resolvedAt).toBeInstanceOf(Date)
  })

  it('of another package decides there, if the registry marks it', async () => {
    const locked = {
      files: { 'npm-shrinkwrap.json': shrinkwrap({ 'node_modules/b': { version: '1.0.0' } }) },
      dependencies: { b: '^1.0.0' },
    }
    const packages = { 'start@1.0.0': { dependencies: { a: '1', b: '1' } }, 'b@1.5.0': {} }
    const marked = await inventoryOf({ ...packages, 'a@1.0.0': { ...locked, registry: { _hasShrinkwrap: true } } })
    expect(marked.names).toEqual(['a@1.0.0', 'b@1.0.0', 'b@1.5.0'])
    const unmarked = await inventoryOf({ ...packages, 'a@1.0.0': locked })
    expect(unmarked.names).toEqual(['a@1.0.0', 'b@1.5.0'])
  })

  it('that is garbage is named, and the registry is asked instead', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' }, files: { 'npm-shrinkwrap.json': '{' } },
      'a@1.0.0': {},
    })
    expect(inventory).toMatchObject({
      names: ['a@1.0.0'],
      complete: false,
      unresolved: [
        {
          name: 'npm-shrinkwrap.json',
          reason: 'the file is not JSON; the packages that it should pin were resolved from the registry',
        },
      ],
    })
  })

  it('that points elsewhere makes the inventory incomplete', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        dependencies: { g: 'x/g' },
        files: {
          'npm-shrinkwrap.json': shrinkwrap({
            'node_modules/g': { version: '1.0.0', resolved: 'git+ssh://git@example.com/x/g.git#0123' },
          }),
        },
      },
    })
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved[0]).toEqual({
      name: 'g',
      requested: 'git+ssh://git@example.com/x/g.git#0123',
      requiredBy: 'start@1.0.0',
      reason: 'it comes from a git repository',
    })
  })

  it('of a package-lock.json is no such thing: npm ignores it there', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        dependencies: { a: '1' },
        files: { 'package-lock.json': shrinkwrap({ 'node_modules/a': { version: '1.0.1' } }) },
      },
      'a@1.9.0': {},
    })
    expect(inventory.names).toEqual(['a@1.9.0'])
  })
})
