import { describe, expect, it } from 'vitest'
import { inventoryOf } from './inventory-of.ts'

const healthy = { 'ok@1.0.0': { dependencies: { fine: '1' } }, 'fine@1.0.0': {} }

describe('an optional dependency that npm cannot have either', () => {
  it('is noted and leaves the inventory complete', async () => {
    const inventory = await inventoryOf({
      ...healthy,
      'start@1.0.0': { dependencies: { ok: '1' }, optionalDependencies: { gone: '1', ok2: '^9.0.0' } },
      'ok2@1.0.0': {},
    })
    expect(inventory.names).toEqual(['fine@1.0.0', 'ok@1.0.0'])
    expect(inventory.complete).toBe(true)
    expect(inventory.unresolved).toEqual([
      {
        name: 'gone',
        requested: '1',
        requiredBy: 'start@1.0.0',
        reason: 'the npm registry does not have it; what needs it is optional, so npm installs without it',
        isGap: false,
      },
      {
        name: 'ok2',
        requested: '^9.0.0',
        requiredBy: 'start@1.0.0',
        reason: 'no published version matches; what needs it is optional, so npm installs without it',
        isGap: false,
      },
    ])
  })

  it('takes with it what only it needs, and nothing else', async () => {
    const inventory = await inventoryOf({
      ...healthy,
      'start@1.0.0': { dependencies: { ok: '1' }, optionalDependencies: { native: '1' } },
      'native@1.0.0': { dependencies: { gone: '1', helper: '1', fine: '1' } },
      'helper@1.0.0': {},
    })
    expect(inventory.names).toEqual(['fine@1.0.0', 'ok@1.0.0'])
    expect(inventory).toMatchObject({ complete: true, unresolved: [{ name: 'gone', requiredBy: 'native@1.0.0' }] })
  })

  it('stays when another package requires it', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' }, optionalDependencies: { gone: '1' } },
      'a@1.0.0': { dependencies: { gone: '1' } },
    })
    expect(inventory.names).toEqual(['a@1.0.0'])
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved.map(({ requiredBy }) => requiredBy)).toContain('a@1.0.0')
  })
})

describe('a required dependency that is missing makes the inventory incomplete and hides nothing else', () => {
  it.each([
    ['an unknown package', { gone: '^1.0.0' }, 'the npm registry does not have it'],
    ['an unknown version', { fine: '^7.0.0' }, 'no published version matches'],
    ['an unknown tag', { fine: 'nightly' }, 'no published version matches'],
    ['an unknown package below an alias', { other: 'npm:gone@1' }, 'the npm registry does not have it'],
    [
      'a git repository',
      { g: 'git+ssh://git@example.com/x/y.git#semver:^1' },
      'it comes from a git repository, which Assay does not resolve',
    ],
    [
      'a hosted repository',
      { g: 'someone/something#main' },
      'it comes from a git repository, which Assay does not resolve',
    ],
    ['an archive elsewhere', { g: 'https://example.com/g.tgz' }, 'it is an archive at a URL outside the registry'],
    ['a folder', { g: 'file:../g' }, 'it is a folder on the disk of the installing user'],
    ['an archive on disk', { g: 'file:g.tgz' }, 'it is an archive on the disk of the installing user'],
    ['a workspace', { g: 'workspace:*' }, 'npm cannot parse the requested version'],
    ['a name that cannot be', { '.bad': '1' }, 'npm cannot parse the requested version'],
    ['an endless range', { fine: '1 || '.repeat(2_000) }, 'the requested version is longer than 4096 characters'],
  ])('%s', async (_what, dependencies, reason) => {
    const inventory = await inventoryOf({ ...healthy, 'start@1.0.0': { dependencies: { ...dependencies, ok: '1' } } })
    expect(inventory.complete).toBe(false)
    const [requested = ''] = Object.values(dependencies)
    expect(inventory.unresolved).toEqual([
      {
        name: Object.keys(dependencies)[0],
        requested: requested.length > 200 ? `${requested.slice(0, 200)}…` : requested,
        requiredBy: 'start@1.0.0',
        reason,
      },
    ])
    expect(inventory.names).toEqual(
      expect.arrayContaining(
        ['fine@1.0.0', 'ok@1.0.0'].filter((name) => !Object.keys(dependencies).includes(name.split('@')[0] ?? '')),
      ),
    )
  })

  it('under a name that cannot be stored as it is', async () => {
    const inventory = await inventoryOf({ 'start@1.0.0': { dependencies: { 'a\0b': 'x\ud800' } } })
    expect(inventory.unresolved).toMatchObject([{ name: 'a\ufffdb', requested: 'x\ufffd' }])
  })

  it('also when it is optional but comes from where we do not look', async () => {
    const inventory = await inventoryOf({ 'start@1.0.0': { optionalDependencies: { g: 'https://example.com/g.tgz' } } })
    expect(inventory).toMatchObject({ complete: false, unresolved: [{ name: 'g' }] })
  })
})

describe('an upstream', () => {
  const packages = {
    ...healthy,
    'start@1.0.0': { dependencies: { ok: '1', flaky: '1' } },
    'flaky@1.0.0': { dependencies: { fine: '1' } },
  }

  it('that recovers within the retries costs nothing', async () => {
    let failures = 0
    const inventory = await inventoryOf(packages, {
      answer: (path) => (path === 'flaky' && failures++ < 2 ? 503 : undefined),
    })
    expect(inventory).toMatchObject({
      names: ['fine@1.0.0', 'flaky@1.0.0', 'ok@1.0.0'],
      complete: true,
      unresolved: [],
    })
    expect(failures).toBe(3)
  })

  it.each([
    ['stays unavailable', 503, 'the registry returned HTTP 503'],
    ['breaks', 500, 'the registry returned HTTP 500'],
    ['refuses access', 403, 'the registry refused access (HTTP 403)'],
    ['answers garbage', '<html>hello</html>', 'the registry returned an invalid document for the package flaky'],
    ['answers something else', '[1]', 'the registry returned an invalid document for the package flaky'],
  ])('that %s is named and makes the inventory incomplete', async (_what, answer, reason) => {
    const inventory = await inventoryOf(packages, { answer: (path) => (path === 'flaky' ? answer : undefined) })
    expect(inventory).toMatchObject({
      names: ['fine@1.0.0', 'ok@1.0.0'],
      complete: false,
      unresolved: [{ name: 'flaky', requested: '1', requiredBy: 'start@1.0.0', reason }],
    })
  })

  it('that fails for an optional dependency makes the inventory incomplete too: npm might get it', async () => {
    const inventory = await inventoryOf(
      { ...healthy, 'start@1.0.0': { optionalDependencies: { ok: '1' } } },
      { answer: (path) => (path === 'ok' ? 500 : undefined) },
    )
    expect(inventory).toMatchObject({ names: [], complete: false, unresolved: [{ name: 'ok' }] })
  })

  it('that is never needed harms nothing', async () => {
    // The dependencies of `ok@1.1.0` are prefetched, but version 1.0.0 is placed.
    const inventory = await inventoryOf(
      {
        'start@1.0.0': { dependencies: { a: '1', ok: '1.0.0' } },
        'a@1.0.0': { dependencies: { ok: '^1.0.0' } },
        'ok@1.0.0': {},
        'ok@1.1.0': { dependencies: { broken: '1' } },
      },
      { answer: (path) => (path === 'broken' ? 500 : undefined) },
    )
    expect(inventory).toMatchObject({ names: ['a@1.0.0', 'ok@1.0.0'], complete: true, unresolved: [] })
  })
})

describe('peers for which npm refuses to install', () => {
  it('are named; the inventory is what --force brings', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { peerDependencies: { a: '1', b: '1' } },
      'a@1.0.0': { peerDependencies: { p: '1' } },
      'b@1.0.0': { peerDependencies: { p: '2' } },
      'p@1.0.0': {},
      'p@2.0.0': {},
    })
    expect(inventory.complete).toBe(true)
    expect(inventory.names).toEqual(['a@1.0.0', 'b@1.0.0', 'p@1.0.0'])
    expect(inventory.unresolved).toEqual([
      { name: 'p', requested: '2', requiredBy: 'b@1.0.0', reason: expect.stringContaining('ERESOLVE'), isGap: false },
    ])
  })
})

describe('cancelling', () => {
  it('throws the reason and leaves nothing behind', async () => {
    const cancelled = new AbortController()
    const reason = new Error('no longer wanted')
    const inventory = inventoryOf(
      { 'start@1.0.0': { dependencies: { a: '1' } }, 'a@1.0.0': {} },
      {
        signal: cancelled.signal,
        delayMs: (path) => (path === 'a' ? 5_000 : 0),
        answer: (path) => {
          if (path.endsWith('.tgz')) setTimeout(() => cancelled.abort(reason), 50)
          return undefined
        },
      },
    )
    await expect(inventory).rejects.toBe(reason)
  })
})
