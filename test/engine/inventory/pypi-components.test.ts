import { describe, expect, it } from 'vitest'
import type { StandInReleases } from '../../support/pypi-stand-in.ts'
import { pypiInventoryOf } from './pypi-inventory-of.ts'

const start = (...requires: string[]) => ({ 'start@1.0': { requires } })
const many = (name: string, ...versions: string[]): StandInReleases =>
  Object.fromEntries(versions.map((version) => [`${name}@${version}`, {}]))

describe('which versions come', () => {
  it.each<[string, StandInReleases, string[]]>([
    ['nothing', start(), []],
    ['the newest that is asked for', { ...start('a<2'), ...many('a', '1.9', '1.10', '2.0') }, ['a@1.10']],
    ['by version and not by text', { ...start('a'), ...many('a', '9', '10') }, ['a@10']],
    ['whatever the spelling of the name', { ...start('A_b.C'), ...many('a-b-c', '1') }, ['a-b-c@1']],
    ['no pre-release', { ...start('a'), ...many('a', '1.0', '2.0rc1') }, ['a@1.0']],
    ['a pre-release that is named', { ...start('a>=2.0rc1'), ...many('a', '1.0', '2.0rc1') }, ['a@2.0rc1']],
    ['a pre-release where there is nothing else', { ...start('a'), ...many('a', '2.0a1', '2.0b1') }, ['a@2.0b1']],
    ['nothing yanked', { ...start('a'), ...many('a', '1.0'), 'a@2.0': { yanked: 'broken' } }, ['a@1.0']],
    ['a yanked one that is pinned', { ...start('a==2.0'), ...many('a', '1.0'), 'a@2.0': { yanked: true } }, ['a@2.0']],
    [
      'what the Python of the target can run',
      {
        ...start('a'),
        ...many('a', '1.0'),
        'a@2.0': { requiresPython: '>=3.14' },
        'a@3.0': { requiresPython: '<3.9' },
      },
      ['a@1.0'],
    ],
    [
      'what fits the platform of the target',
      {
        ...start('a'),
        ...many('a', '1.0'),
        'a@2.0': { as: ['cp313-cp313-win_amd64'] },
        'a@3.0': { as: ['cp312-cp312-manylinux_2_17_x86_64'] },
        'a@4.0': { as: ['cp313-cp313-musllinux_1_2_x86_64'] },
      },
      ['a@1.0'],
    ],
    [
      'compiled wheels that fit',
      { ...start('a'), ...many('a', '1.0'), 'a@2.0': { as: ['cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64'] } },
      ['a@2.0'],
    ],
    [
      'a source distribution, with the metadata of a wheel for another platform',
      { ...start('a'), 'a@2.0': { as: ['cp313-cp313-win_amd64', 'tar.gz'], requires: ['b'] }, ...many('b', '1') },
      ['a@2.0', 'b@1'],
    ],
    [
      'what markers ask for',
      {
        ...start('a; python_version >= "3.9"', 'b; sys_platform == "win32"', 'c; extra == "more"'),
        ...many('a', '1'),
        ...many('b', '1'),
        ...many('c', '1'),
      },
      ['a@1'],
    ],
    [
      'extras that are asked for, and theirs',
      {
        ...start('a[More]'),
        'a@1': {
          requires: [
            'b; extra == "more"',
            'c; extra == "less"',
            'a[even_more]; extra == "more"',
            'd; extra == "even-more"',
          ],
        },
        ...many('b', '1'),
        ...many('c', '1'),
        ...many('d', '1'),
      },
      ['a@1', 'b@1', 'd@1'],
    ],
    [
      'extras that are asked for later',
      {
        ...start('a', 'b'),
        'a@1': { requires: ['c; extra == "x"'] },
        'b@1': { requires: ['d'] },
        'd@1': { requires: ['a[x]'] },
        ...many('c', '1'),
      },
      ['a@1', 'b@1', 'c@1', 'd@1'],
    ],
    ['circles', { ...start('a'), 'a@1': { requires: ['b'] }, 'b@1': { requires: ['a', 'start'] } }, ['a@1', 'b@1']],
    [
      'names like those of every object',
      { ...start('constructor', 'toString'), ...many('constructor', '1'), ...many('tostring', '1') },
      ['constructor@1', 'tostring@1'],
    ],
  ])('%s', async (_what, releases, expected) => {
    const { names, complete, unresolved } = await pypiInventoryOf(releases)
    expect({ names, unresolved, complete }).toEqual({ names: expected, unresolved: [], complete: true })
  })

  it.each<[string, StandInReleases, string[]]>([
    [
      'a later demand excludes an earlier choice',
      { ...start('a', 'b'), ...many('a', '1', '2'), 'b@1': { requires: ['c'] }, 'c@1': { requires: ['a<2'] } },
      ['a@1', 'b@1', 'c@1'],
    ],
    [
      'what only the excluded choice asked for goes with it',
      {
        ...start('a', 'b'),
        'a@1': {},
        'a@2': { requires: ['gone'] },
        ...many('gone', '1'),
        'b@1': { requires: ['c'] },
        'c@1': { requires: ['a<2'] },
      },
      ['a@1', 'b@1', 'c@1'],
    ],
    [
      'an older version asks for nothing that contradicts',
      { ...start('a<2', 'b'), ...many('a', '1', '2'), 'b@1': { requires: ['a'] }, 'b@2': { requires: ['a>=2'] } },
      ['a@1', 'b@1'],
    ],
    [
      'a newer one asks for what nobody has published',
      { ...start('a'), ...many('a', '1'), 'a@2': { requires: ['b>=9'] }, ...many('b', '1') },
      ['a@1'],
    ],
    [
      'a newer one has requirements that are none',
      { ...start('a'), ...many('a', '1'), 'a@2': { requires: ['b >= hello'] } },
      ['a@1'],
    ],
    [
      'a newer one says only in its metadata that it needs another Python',
      { ...start('a'), ...many('a', '1'), 'a@2': { metadata: ['Requires-Python: <3'] } },
      ['a@1'],
    ],
    [
      'two exclude each other',
      {
        ...start('a', 'b'),
        ...many('a', '1', '2'),
        'b@1': {},
        'b@2': { requires: ['a<2'] },
        'a@1.5': { requires: ['b<2'] },
      },
      ['a@1.5', 'b@1'],
    ],
    [
      'a circle that nobody enters any more is gone',
      {
        ...start('a', 'z'),
        'a@1': {},
        'a@2': { requires: ['b'] },
        'b@1': { requires: ['c'] },
        'c@1': { requires: ['b', 'd<2'] },
        ...many('d', '1', '2'),
        'z@1': { requires: ['a<2'] },
      },
      ['a@1', 'z@1'],
    ],
  ])('where %s', async (_what, releases, expected) => {
    const { names, complete, unresolved } = await pypiInventoryOf(releases)
    expect({ names, unresolved, complete }).toEqual({ names: expected, unresolved: [], complete: true })
  })
})

describe('what could not be resolved is named', () => {
  it.each<
    [
      string,
      StandInReleases,
      string[],
      readonly [name: string, requested: string, requiredBy: string, reason: RegExp][],
    ]
  >([
    [
      'a project that there is not',
      start('a>=1'),
      [],
      [['a', '>=1', 'start@1.0', /^the package index does not have it$/]],
    ],
    [
      'a version that there is not',
      { ...start('a>=2'), ...many('a', '1') },
      [],
      [['a', '>=2', 'start@1.0', /^no published version matches$/]],
    ],
    [
      'nothing for the target',
      { ...start('a'), 'a@1': { as: ['cp313-cp313-win_amd64'] } },
      [],
      [['a', '', 'start@1.0', /^no release can be installed/]],
    ],
    [
      'a contradiction',
      { ...start('a<2', 'b'), ...many('a', '1', '2'), 'b@1': { requires: ['a>=2'] } },
      ['a@1', 'b@1'],
      [['a', '>=2', 'b@1', /^it conflicts with other requirements, so Assay used a 1;/]],
    ],
    [
      'an address',
      start('a @ https://user:secret@files.example/a-1.whl'),
      [],
      [['a', 'https://files.example/a-1.whl', 'start@1.0', /outside the package index/]],
    ],
    [
      'what is no requirement',
      { ...start('a', 'hello world'), ...many('a', '1') },
      ['a@1'],
      [
        [
          'hello world',
          'hello world',
          'start@1.0',
          /^it has an invalid version specifier, so it is not a valid requirement/,
        ],
      ],
    ],
    [
      'a source distribution that must be built',
      { ...start('a'), 'a@1': { as: ['tar.gz'], metadataVersion: '2.1', requires: ['b'] } },
      ['a@1'],
      [
        [
          'a',
          '',
          'start@1.0',
          new RegExp(
            String.raw`^the dependencies of a@1 are unknown: it is a source distribution that declares its ` +
              String.raw`dependencies only during a build`,
          ),
        ],
      ],
    ],
    [
      'a source distribution with dynamic requirements',
      { ...start('a'), 'a@1': { as: ['zip'], metadata: ['Dynamic: Requires-Dist'] } },
      ['a@1'],
      [['a', '', 'start@1.0', /Assay does not build it$/]],
    ],
    [
      'a wheel with two folders of metadata',
      {
        ...start('a'),
        'a@1': {
          isMetadataInside: true,
          requires: ['b'],
          files: { 'A.dist-info/METADATA': 'Metadata-Version: 2.1\nName: a\nVersion: 1\n' },
        },
      },
      ['a@1'],
      [['a', '', 'start@1.0', /its archive has 2 metadata folders/]],
    ],
    [
      'metadata of something else',
      {
        ...start('a'),
        'a@1': {
          files: { 'a-1.dist-info/METADATA': 'Metadata-Version: 2.1\nName: b\nVersion: 1\n' },
          isMetadataInside: true,
        },
      },
      ['a@1'],
      [['a', '', 'start@1.0', /its METADATA belongs to b 1$/]],
    ],
    [
      'metadata of another version',
      { ...start('a'), 'a@1': { files: { 'PKG-INFO': 'Metadata-Version: 2.2\nName: a\nVersion: 2\n' }, as: ['zip'] } },
      ['a@1'],
      [['a', '', 'start@1.0', /its PKG-INFO belongs to a 2$/]],
    ],
    [
      'metadata that is there twice',
      {
        ...start('a'),
        'a@1': {
          requires: ['b'],
          isMetadataInside: true,
          files: { './a-1.dist-info/METADATA': 'Metadata-Version: 2.1\nName: a\nVersion: 1\n' },
        },
      },
      ['a@1'],
      [
        [
          'a',
          '',
          'start@1.0',
          /METADATA in a-1-py3-none-any.whl is ambiguous: the archive has several different files with this name/,
        ],
      ],
    ],
    [
      'a wheel without metadata',
      { ...start('a'), 'a@1': { isMetadataInside: true, archive: Buffer.from('PK') } },
      ['a@1'],
      [['a', '', 'start@1.0', /a-1-py3-none-any.whl is not a complete zip archive$/]],
    ],
  ])('%s', async (_what, releases, expected, gaps) => {
    const { names, complete, unresolved } = await pypiInventoryOf(releases)
    expect(names).toEqual(expected)
    expect(unresolved).toEqual(
      gaps.map(([name, requested, requiredBy, reason]) => ({
        name,
        requested,
        requiredBy,
        reason: expect.stringMatching(reason),
        ecosystem: 'PyPI',
      })),
    )
    expect(complete).toBe(false)
  })

  it('an index that answers with an error for one project', async () => {
    const { names, unresolved, complete } = await pypiInventoryOf(
      { ...start('a', 'b'), ...many('b', '1') },
      { answer: (path) => (path === 'simple/a/' ? 500 : undefined) },
    )
    expect({ names, complete }).toEqual({ names: ['b@1'], complete: false })
    expect(unresolved).toMatchObject([{ name: 'a', reason: 'the package index returned HTTP 500' }])
  })
})

describe('metadata', () => {
  it('is read beside the wheel, and no archive but the scanned one is downloaded', async () => {
    const { requests } = await pypiInventoryOf({ ...start('a'), 'a@1': { requires: ['b'] }, ...many('b', '1') })
    expect(requests.filter((path) => path.startsWith('files/')).sort()).toEqual([
      'files/a-1-py3-none-any.whl.metadata',
      'files/b-1-py3-none-any.whl.metadata',
      'files/start-1.0-py3-none-any.whl',
    ])
  })

  it.each([true, false])('is read from archives if no file next to them has it (as a page: %s)', async (html) => {
    const releases: StandInReleases = {
      ...start('a', 'c', 'd'),
      'a@1': { requires: ['b'], isMetadataInside: true },
      ...many('b', '1'),
      'c@1': { as: ['tar.gz'], metadataVersion: '2.2', requires: ['b'] },
      'd@1': { as: ['zip'], requires: ['b<1'] },
      'b@0.5': {},
    }
    const { names, complete } = await pypiInventoryOf(releases, { html })
    expect({ names, complete }).toEqual({ names: ['a@1', 'b@0.5', 'c@1', 'd@1'], complete: true })
  })

  it('beside a source distribution counts only where every build says the same', async () => {
    const metadata = 'Metadata-Version: 2.1\nName: a\nVersion: 1\n'
    const { complete, unresolved } = await pypiInventoryOf(
      { ...start('a'), 'a@1': { as: ['tar.gz'], metadataVersion: '2.1', index: { 'core-metadata': true } } },
      { answer: (path) => (path === 'files/a-1.tar.gz.metadata' ? metadata : undefined) },
    )
    expect({ complete, reason: unresolved[0]?.reason }).toEqual({
      complete: false,
      reason: expect.stringContaining('Assay does not build it'),
    })
  })

  it('of another release is read inside instead', async () => {
    const other = 'Metadata-Version: 2.1\nName: other\nVersion: 1\n'
    const { names } = await pypiInventoryOf(
      { ...start('a'), 'a@1': { requires: ['b'], index: { 'core-metadata': true } }, ...many('b', '1') },
      { answer: (path) => (path === 'files/a-1-py3-none-any.whl.metadata' ? other : undefined) },
    )
    expect(names).toEqual(['a@1', 'b@1'])
  })

  it('that does not match its digest is read inside instead', async () => {
    const { names, requests } = await pypiInventoryOf(
      { ...start('a'), 'a@1': { requires: ['b'] }, ...many('b', '1') },
      {
        answer: (path) =>
          path === 'files/a-1-py3-none-any.whl.metadata' ? 'Metadata-Version: 2.1\nName: a\nVersion: 1\n' : undefined,
      },
    )
    expect(names).toEqual(['a@1', 'b@1'])
    expect(requests).toContain('files/a-1-py3-none-any.whl')
  })
})

describe('a component', () => {
  it('says how it came in', async () => {
    const { components, method, resolvedAt } = await pypiInventoryOf({
      ...start('a', 'b'),
      'a@1': { requires: ['c'] },
      'b@1': { requires: ['c'] },
      ...many('c', '1'),
    })
    expect(components).toEqual([
      {
        purl: 'pkg:pypi/start@1.0',
        name: 'start',
        version: '1.0',
        ecosystem: 'PyPI',
        direct: true,
        dev: false,
        introducedBy: [{ manifest: 'METADATA', path: ['start@1.0'] }],
      },
      {
        purl: 'pkg:pypi/a@1',
        name: 'a',
        version: '1',
        ecosystem: 'PyPI',
        direct: true,
        dev: false,
        introducedBy: [{ manifest: 'METADATA', path: ['start@1.0', 'a@1'] }],
      },
      {
        purl: 'pkg:pypi/b@1',
        name: 'b',
        version: '1',
        ecosystem: 'PyPI',
        direct: true,
        dev: false,
        introducedBy: [{ manifest: 'METADATA', path: ['start@1.0', 'b@1'] }],
      },
      {
        purl: 'pkg:pypi/c@1',
        name: 'c',
        version: '1',
        ecosystem: 'PyPI',
        direct: false,
        dev: false,
        introducedBy: [
          { manifest: 'METADATA', path: ['start@1.0', 'a@1', 'c@1'] },
          { manifest: 'METADATA', path: ['start@1.0', 'b@1', 'c@1'] },
        ],
      },
    ])
    expect(method).toContain('CPython 3.13 on Linux x86_64')
    expect(resolvedAt).toBeInstanceOf(Date)
  })

  it('may lie inside of the wheel', async () => {
    const vendored = {
      'start/_vendor/Inner_Part-2.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: Inner_Part\nVersion: 2.0\n',
      'start/_vendor/broken-1.dist-info/METADATA': 'hello',
    }
    const { components, complete, resolvedAt } = await pypiInventoryOf({ 'start@1.0': { files: vendored } })
    expect(components.slice(1)).toEqual([
      {
        purl: 'pkg:pypi/inner-part@2.0',
        name: 'inner-part',
        version: '2.0',
        ecosystem: 'PyPI',
        direct: true,
        dev: false,
        introducedBy: [
          { manifest: 'start/_vendor/Inner_Part-2.0.dist-info/METADATA', path: ['start@1.0', 'inner-part@2.0'] },
        ],
      },
    ])
    expect({ complete, resolvedAt }).toEqual({ complete: true, resolvedAt: undefined })
  })

  it('is the scanned project, whatever is known of it', async () => {
    const { components, complete, unresolved } = await pypiInventoryOf({
      'start@1.0': { as: ['tar.gz'], metadataVersion: '1.1' },
    })
    expect(components.map(({ purl }) => purl)).toEqual(['pkg:pypi/start@1.0'])
    expect({ complete, unresolved }).toMatchObject({
      complete: false,
      unresolved: [{ name: 'start', requested: '==1.0', requiredBy: 'start@1.0' }],
    })
  })
})
