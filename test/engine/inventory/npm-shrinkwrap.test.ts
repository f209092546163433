import { describe, expect, it } from 'vitest'
import { readNpmShrinkwrap } from '../../../src/engine/inventory/npm-shrinkwrap.ts'

const origins = new Set(['https://registry.example'])
const read = (lock: unknown) => readNpmShrinkwrap(typeof lock === 'string' ? lock : JSON.stringify(lock), origins)

function packagesOf(lock: unknown) {
  const result = read(lock)
  if ('problem' in result) throw new Error(result.problem)
  return result.packages.map(({ path, name, version, optional }) => [
    path.join('>'),
    `${name}@${version}`,
    ...(optional ? ['optional'] : []),
  ])
}

function elsewhereOf(lock: unknown) {
  const result = read(lock)
  if ('problem' in result) throw new Error(result.problem)
  return result.elsewhere.map(({ path, requested, reason }) => [path.join('>'), requested, reason])
}

const flat = (packages: object, lockfileVersion = 3) => ({
  lockfileVersion,
  packages: { '': { name: 'x', version: '1.0.0' }, ...packages },
})

describe('lockfile versions 2 and 3', () => {
  it.each([2, 3])('version %i: places, aliases, what is optional, nothing of development', (lockfileVersion) => {
    expect(
      packagesOf(
        flat(
          {
            'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a/-/a-1.0.0.tgz' },
            'node_modules/a/node_modules/@s/b': { version: '2.0.0-rc.1' },
            'node_modules/alias': { name: 'real', version: '3.0.0' },
            'node_modules/o': { version: '1.0.0', optional: true },
            'node_modules/d': { version: '1.0.0', dev: true },
            // Required by a development dependency, and separately by an optional one.
            'node_modules/e': { version: '1.0.0', devOptional: true },
            'node_modules/JSONStream': { version: '1.0.0', inBundle: true, peer: true },
          },
          lockfileVersion,
        ),
      ),
    ).toEqual([
      ['a', 'a@1.0.0'],
      ['a>@s/b', '@s/b@2.0.0-rc.1'],
      ['alias', 'real@3.0.0'],
      ['o', 'o@1.0.0', 'optional'],
      ['e', 'e@1.0.0'],
      ['JSONStream', 'JSONStream@1.0.0'],
    ])
  })

  it('version 2 counts what `packages` says, not the copy for old npm', () => {
    expect(
      packagesOf({ ...flat({ 'node_modules/a': { version: '1.0.0' } }, 2), dependencies: { a: { version: '9.0.0' } } }),
    ).toEqual([['a', 'a@1.0.0']])
  })

  it('names what comes from elsewhere', () => {
    expect(
      elsewhereOf(
        flat({
          'node_modules/g': { version: '1.0.0', resolved: 'git+ssh://git@example.com/g.git#abc' },
          'node_modules/l': { link: true, resolved: 'packages/l' },
          'node_modules/f': { version: '1.0.0', resolved: 'file:../f.tgz' },
          'node_modules/r': { version: '1.0.0', resolved: 'https://codeload.example/r/tar.gz/abc' },
          'node_modules/n': {},
          'node_modules/h': { version: '1.0.0', name: 'not a name' },
          'packages/l': { version: '1.0.0' },
        }),
      ),
    ).toEqual([
      ['g', 'git+ssh://git@example.com/g.git#abc', 'it comes from a git repository'],
      ['l', 'packages/l', 'it is a folder or an archive on the disk of the lockfile author'],
      ['f', 'file:../f.tgz', 'it is a folder or an archive on the disk of the lockfile author'],
      [
        'r',
        'https://codeload.example/r/tar.gz/abc',
        'the lockfile has a URL that does not belong to this version in the registry',
      ],
      ['n', '(nothing)', 'the lockfile has no version'],
      ['h', '1.0.0', 'the lockfile has no version'],
    ])
  })

  it.each([
    'node_modules/..',
    'node_modules/../../etc',
    '/node_modules/a',
    'node_modules/a/../b',
    'node_modules/',
    'node_modules/a/node_modules',
    'node_modules/@s',
    'node_modules/.bin',
    'x/node_modules/a',
  ])('names the place %s, which is none, rather than pass over it', (place) => {
    expect(read(flat({ [place]: { version: '1.0.0' } }))).toEqual({
      packages: [],
      devOnly: [],
      elsewhere: [{ path: [place], requested: place, reason: 'its entry in the lockfile could not be parsed' }],
    })
  })

  it.each([
    'https://evil.example/a/-/a-1.0.0.tgz',
    'http://registry.example/a/-/a-1.0.0.tgz',
    'https://registry.example:8443/a/-/a-1.0.0.tgz',
    'https://registry.example/a/-/a-0.9.0.tgz',
    'https://registry.example/b/-/b-1.0.0.tgz',
    'https://registry.example/a/-/a-1.0.0.tgz/../../../b/-/b-1.0.0.tgz',
    'https://registry.example/x/-/payload.tgz',
    'a-1.0.0.tgz',
  ])('does not take %s for a@1.0.0 of the registry', (resolved) => {
    expect(elsewhereOf(flat({ 'node_modules/a': { version: '1.0.0', resolved } }))).toHaveLength(1)
  })

  it.each([
    ['a', '1.0.0', 'https://registry.example/a/-/a-1.0.0.tgz'],
    ['@s/a', '1.0.0', 'https://registry.example/@s/a/-/a-1.0.0.tgz'],
    ['@s/a', '1.0.0', 'https://registry.example/npm/@s%2fa/-/a-1.0.0.tgz'],
    ['@s/a', '1.0.0', 'https://registry.example/download/@s/a/1.0.0/abcdef'],
    ['a', '1.0.0+build', 'https://registry.example/a/-/a-1.0.0.tgz'],
  ])('takes %s@%s from %s', (name, version, resolved) => {
    expect(packagesOf(flat({ [`node_modules/${name}`]: { version, resolved } }))).toHaveLength(1)
  })

  it('does not believe in places without end', () => {
    expect(read(flat({ [`${'node_modules/a/'.repeat(10_000)}node_modules/b`]: { version: '1.0.0' } }))).toMatchObject({
      packages: [],
      elsewhere: [{ reason: 'the lockfile has no version' }],
    })
  })

  it('keeps what a package asks for', () => {
    const result = read(flat({ 'node_modules/a': { version: '1.0.0', dependencies: { b: '^1' } } }))
    expect(result).toMatchObject({ packages: [{ fields: { dependencies: { b: '^1' } } }] })
  })
})

describe('lockfile version 1', () => {
  const nested = (dependencies: object) => ({ lockfileVersion: 1, requires: true, dependencies })

  it('nests as the folders do', () => {
    expect(
      packagesOf(
        nested({
          a: { version: '1.0.0', requires: { b: '^2.0.0' }, dependencies: { b: { version: '2.0.0' } } },
          b: { version: '1.0.0' },
          d: { version: '1.0.0', dev: true },
          o: { version: '1.0.0', optional: true },
          '@s/alias': { version: 'npm:@t/real@4.0.0' },
        }),
      ),
    ).toEqual([
      ['a', 'a@1.0.0'],
      ['b', 'b@1.0.0'],
      ['o', 'o@1.0.0', 'optional'],
      ['@s/alias', '@t/real@4.0.0'],
      ['a>b', 'b@2.0.0'],
    ])
  })

  it('keeps what a package asks for', () => {
    expect(read(nested({ a: { version: '1.0.0', requires: { b: '^2' } } }))).toMatchObject({
      packages: [{ fields: { dependencies: { b: '^2' } } }],
    })
  })

  it('names what comes from elsewhere', () => {
    expect(
      elsewhereOf(
        nested({
          g: { version: 'git+https://example.com/g.git#abc' },
          h: { version: 'github:x/h#abc' },
          f: { version: 'file:../f' },
          r: { version: 'https://example.com/r.tgz' },
          n: { version: 'npm:' },
          b: { bundled: true },
        }),
      ).map(([name, , reason]) => [name, reason]),
    ).toEqual([
      ['g', 'it comes from a git repository'],
      ['h', 'it comes from a git repository'],
      ['f', 'it is a folder or an archive on the disk of the lockfile author'],
      ['r', 'it is an archive at a URL outside the registry'],
      ['n', 'the lockfile has no version'],
      ['b', 'the lockfile has no version'],
    ])
  })

  it('stops where nesting has no end', () => {
    const depth = 100_000
    const result = read(
      `{"lockfileVersion":1,"dependencies":${'{"a":{"version":"1.0.0","dependencies":'.repeat(depth)}` +
        `{}${'}}'.repeat(depth)}}`,
    )
    expect(result).toMatchObject({ elsewhere: [{ reason: 'the lockfile has no version' }] })
    expect('packages' in result && result.packages.length).toBe(200)
  })
})

describe('what is no lockfile', () => {
  it.each([
    ['', 'is not JSON'],
    ['{', 'is not JSON'],
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['"x"', 'is not a JSON object'],
  ])('%j', (text, problem) => {
    expect(read(text)).toEqual({ problem })
  })

  it('has no packages when it is empty', () => {
    expect(read({})).toEqual({ packages: [], elsewhere: [], devOnly: [] })
  })

  it.each([{ packages: { 'node_modules/a': null, 'node_modules/b': 'x' } }, { dependencies: { a: null, '../b': {} } }])(
    'names what it does not describe: %j',
    (lock) => {
      expect(read(lock)).toMatchObject({
        packages: [],
        elsewhere: [
          { reason: expect.stringContaining('could not be parsed') },
          { reason: expect.stringContaining('could not be parsed') },
        ],
      })
    },
  )

  it.each([{ packages: [] }, { dependencies: 'x' }])('is none when its parts are no objects: %j', (lock) => {
    expect(read(lock)).toEqual({ problem: expect.stringContaining('that are no object') })
  })

  it('may use names that objects have', () => {
    expect(
      packagesOf(
        '{"packages":{"node_modules/__proto__":{"version":"1.0.0"},"node_modules/constructor":{"version":"1.0.0"}}}',
      ),
    ).toEqual([['constructor', 'constructor@1.0.0']])
  })
})

describe('a shrinkwrap that is made to need memory', () => {
  it('is not read: 50,000 places below 190 levels', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`p${index}`, { version: '1.0.0' }]))
    let dependencies: Record<string, unknown> = many
    for (let level = 0; level < 190; level += 1) dependencies = { [`l${level}`]: { version: '1.0.0', dependencies } }
    expect(readNpmShrinkwrap(JSON.stringify({ lockfileVersion: 1, dependencies }), new Set())).toEqual({
      problem: 'places more than 20000 packages',
    })
  })

  it('is not read from a size on, and in the flat form neither', () => {
    expect(readNpmShrinkwrap(' '.repeat(17 * 1024 * 1024), new Set())).toEqual({ problem: 'is larger than 16 MiB' })
    const packages = Object.fromEntries(
      Array.from({ length: 20_001 }, (_, index) => [`node_modules/p${index}`, { version: '1.0.0' }]),
    )
    expect(readNpmShrinkwrap(JSON.stringify({ lockfileVersion: 3, packages }), new Set())).toEqual({
      problem: 'places more than 20000 packages',
    })
  })
})
