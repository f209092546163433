import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasStaticRequirements,
  maxRequirements,
  parseCoreMetadata,
} from '../../../../src/engine/sources/python-packaging/core-metadata.ts'
import { parseDistributionFileName } from '../../../../src/engine/sources/python-packaging/distribution-file.ts'
import { fitsTarget, isPure, preferenceOfTarget } from '../../../../src/engine/sources/python-packaging/wheel-tags.ts'

describe('the name of a file', () => {
  it.each<[project: string, file: string, expected: string | undefined]>([
    ['a', 'a-1.0-py3-none-any.whl', 'wheel 1.0 py3/none/any'],
    ['a-b', 'A.b-1.0-1build-py2.py3-none-any.whl', 'wheel 1.0 py2,py3/none/any'],
    [
      'a',
      'a-1.0+cpu-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
      'wheel 1.0+cpu cp313/cp313/manylinux_2_17_x86_64,manylinux2014_x86_64',
    ],
    ['a', 'a-1.0.tar.gz', 'sdist 1.0 tar.gz'],
    ['a', 'A-1.0.TGZ', 'sdist 1.0 tar.gz'],
    ['a-b-c', 'a-b_c-1.0.zip', 'sdist 1.0 zip'],
    ['a', 'a-1.0-1.zip', 'sdist 1.0.post1 zip'],
    ['a-2', 'a-2-1.0.tar.bz2', 'sdist 1.0 unreadable'],
    ['a', 'a-1.0.tar.xz', 'sdist 1.0 unreadable'],
    ['a', 'a-1.0-x-py3-none-any.whl', undefined],
    ['a', 'a--1.0.zip', undefined],
    ['a-b', 'A__b-1.0.zip', 'sdist 1.0 zip'],
    ['a-b', 'ab-1.0.zip', undefined],
    ['constructor', 'Constructor-1.zip', 'sdist 1 zip'],
    ['a', 'b-1.0.tar.gz', undefined],
    ['a', 'a-b-1.0-py3-none-any.whl', undefined],
    ['a', 'a-1.0-py3-none.whl', undefined],
    ['a', 'a-hello.tar.gz', undefined],
    ['a', 'a.tar.gz', undefined],
    ['a', 'a-1.0-py3.9.egg', undefined],
    ['a', 'a-1.0.win32.exe', undefined],
    ['a', 'a-1.0-1.noarch.rpm', undefined],
    ['a', '', undefined],
    ['a', `a-1.0${'-'.repeat(600)}.zip`, undefined],
  ])('of %s: %s', (project, file, expected) => {
    const parsed = parseDistributionFileName(project, file)
    const shown =
      parsed &&
      [
        parsed.kind,
        parsed.version.text,
        parsed.kind === 'sdist'
          ? parsed.format
          : [parsed.tags.pythons, parsed.tags.abis, parsed.tags.platforms].map((tags) => tags.join(',')).join('/'),
      ].join(' ')
    expect(shown).toBe(expected)
  })

  it('takes no time, however many dashes it has', () => {
    const [project, file] = [`a${'-1'.repeat(100)}`, `a${'-1'.repeat(250)}.zip`]
    const startedAt = performance.now()
    for (let times = 0; times < 10_000; times += 1) parseDistributionFileName(project, file)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it.each<[tags: string, fits: boolean, pure: boolean]>([
    ['py3-none-any', true, true],
    ['py2.py3-none-any', true, true],
    ['py313-none-any', true, true],
    ['py314-none-any', false, true],
    ['py2-none-any', false, false],
    ['cp313-none-any', true, false],
    ['cp313-cp313-manylinux_2_17_x86_64', true, false],
    ['cp313-cp313-manylinux_2_36_x86_64', true, false],
    ['cp313-cp313-manylinux_2_37_x86_64', false, false],
    ['cp313-cp313-manylinux2014_x86_64', true, false],
    ['cp313-cp313-manylinux1_x86_64', true, false],
    ['cp313-cp313-linux_x86_64', true, false],
    ['cp313-cp313-manylinux_2_17_aarch64', false, false],
    ['cp313-cp313-musllinux_1_1_x86_64', false, false],
    ['cp313-cp313-macosx_11_0_arm64', false, false],
    ['cp313-cp313t-manylinux_2_17_x86_64', false, false],
    ['cp312-cp312-manylinux_2_17_x86_64', false, false],
    ['cp37-abi3-manylinux_2_17_x86_64', true, false],
    ['cp314-abi3-manylinux_2_17_x86_64', false, false],
    ['py3-none-manylinux_2_17_x86_64', true, false],
    ['pp310-pypy310_pp73-manylinux_2_17_x86_64', false, false],
    ['cp3999-abi3-any', false, false],
    ['constructor-none-constructor_x86_64', false, false],
  ])('%s fits the target: %s, is pure: %s', (tags, fits, pure) => {
    const parsed = parseDistributionFileName('a', `a-1-${tags}.whl`)
    if (parsed?.kind !== 'wheel') throw new Error('it is no wheel')
    expect([fitsTarget(parsed.tags), isPure(parsed.tags)]).toEqual([fits, pure])
  })
})

describe('of several wheels', () => {
  it('an installation takes the one that is made for it most', () => {
    const best = [
      'cp313-cp313-manylinux_2_28_x86_64',
      'cp313-cp313-manylinux2014_x86_64.manylinux_2_17_x86_64',
      'cp313-cp313-manylinux1_x86_64',
      'cp313-cp313-linux_x86_64',
      'cp313-abi3-manylinux_2_17_x86_64',
      'cp313-none-manylinux_2_17_x86_64',
      'cp312-abi3-manylinux_2_17_x86_64',
      'cp37-abi3-manylinux_2_28_x86_64',
      'py3-none-manylinux_2_17_x86_64',
      'py310-none-manylinux_2_17_x86_64',
      'cp313-none-any',
      'py313-none-any',
      'py2.py3-none-any',
      'py312-none-any',
      'py310-none-any',
    ]
    const preferences = best.map((tags) => {
      const [pythons = [], abis = [], platforms = []] = tags.split('-').map((part) => part.split('.'))
      return preferenceOfTarget({ pythons, abis, platforms }) ?? Number.NaN
    })
    expect(preferences).toEqual([...preferences].sort((a, b) => a - b))
    expect(new Set(preferences).size).toBe(best.length)
  })
})

describe('core metadata', () => {
  const read = (...lines: string[]) => parseCoreMetadata(Buffer.from(lines.join('\n')))
  const head = ['Metadata-Version: 2.2', 'Name: a', 'Version: 1']

  it('is read up to the description', () => {
    expect(
      read(
        ...head,
        'requires-dist: b (>=1)',
        'Requires-Dist: c',
        'Requires-Python: >=3.9',
        'Summary: x',
        '',
        'Requires-Dist: not-this',
      ),
    ).toMatchObject({
      name: 'a',
      version: '1',
      metadataVersion: '2.2',
      requiresDist: ['b (>=1)', 'c'],
      requiresPython: '>=3.9',
    })
  })

  it('may have folded lines, other line ends and a description among the fields', () => {
    expect(
      read(
        ...head,
        'Description: first',
        '        Requires-Dist: not-this',
        '\tsecond',
        'Requires-Dist: b',
        '  ; python_version > "3"',
      )?.requiresDist,
    ).toEqual(['b ; python_version > "3"'])
    expect(
      parseCoreMetadata(Buffer.from([...head, 'Requires-Dist: b', '', 'Requires-Dist: c'].join('\r\n')))?.requiresDist,
    ).toEqual(['b'])
  })

  // Expected values are from `email.message_from_string` of Python 3.13.
  it.each<[string, string[]]>([
    ['Summary: a\u2028b', ['b', 'c']],
    ['Summary: a\u0085b', ['b', 'c']],
    ['Summary: a\rKeywords: b', ['b', 'c']],
    ['Summary: a\rRequires-Dist: d', ['b', 'd', 'c']],
    ['X_Y: z', ['b', 'c']],
    ['X.Y: z', ['b', 'c']],
    [': z', ['b', 'c']],
    ['From somebody', ['b', 'c']],
    ['Summary:', ['b', 'c']],
    ['hello', ['b']],
    ['Summary : a', ['b']],
    ['Sümmary: a', ['b']],
    ['\r', ['b']],
  ])('goes on after the line %j as installers do', (line, expected) => {
    expect(
      read(...head, 'Requires-Dist: b', line, 'Requires-Dist: c', '', 'Requires-Dist: not-this')?.requiresDist,
    ).toEqual(expected)
  })

  it('may begin with a line that continues nothing', () => {
    expect(read(' x', ...head, 'Requires-Dist: b')?.requiresDist).toEqual(['b'])
  })

  it.each([
    ['nothing', []],
    ['no version', head.slice(0, 2)],
    ['no format', head.slice(1)],
    ['too many requirements', [...head, ...Array.from({ length: maxRequirements + 1 }, () => 'Requires-Dist: a')]],
  ])('with %s is none', (_what, lines) => {
    expect(read(...lines)).toBeUndefined()
  })

  it.each([
    ['2.1', [], false],
    ['1.2', [], false],
    ['2.2', [], true],
    ['2.4', ['Dynamic: Version'], true],
    ['2.2', ['Dynamic: requires-dist'], false],
    ['3.0', [], true],
    ['x', [], false],
  ])('of format %s with %j says what every build needs: %s', (format, lines, expected) => {
    const metadata = read(`Metadata-Version: ${format}`, 'Name: a', 'Version: 1', ...lines)
    expect(metadata && hasStaticRequirements(metadata)).toBe(expected)
  })

  it('of any bytes is metadata or none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const metadata = parseCoreMetadata(Buffer.concat([Buffer.from('Metadata-Version: 2.2\nName: a\n'), bytes]))
        if (metadata !== undefined) expect(metadata.name).toBe('a')
      }),
    )
  })
})
