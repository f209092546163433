import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowsVersion,
  isPinned,
  namesPreRelease,
  parseSpecifiers,
} from '../../../../src/engine/sources/python-packaging/specifier.ts'
import {
  comparePythonVersions,
  parsePythonVersion,
  type PythonVersion,
} from '../../../../src/engine/sources/python-packaging/version.ts'

function version(text: string): PythonVersion {
  const parsed = parsePythonVersion(text)
  if (parsed === undefined) throw new Error(`${text} is no version`)
  return parsed
}

describe('a version', () => {
  it.each([
    ['1.0', '1.0'],
    ['v1.0', '1.0'],
    [' 1.0 ', '1.0'],
    ['1!2.0', '1!2.0'],
    ['0!1', '1'],
    ['01.002', '1.2'],
    ['1.0ALPHA', '1.0a0'],
    ['1.0-beta.2', '1.0b2'],
    ['1.0c3', '1.0rc3'],
    ['1.0_preview_4', '1.0rc4'],
    ['1.0-1', '1.0.post1'],
    ['1.0r5', '1.0.post5'],
    ['1.0.rev', '1.0.post0'],
    ['1.0dev', '1.0.dev0'],
    ['1.0a1.post2.dev3', '1.0a1.post2.dev3'],
    ['1.0+Ubuntu-1_2', '1.0+ubuntu.1.2'],
    ['1.0+1e5', '1.0+1e5'],
    ['2024.20240101123456789012345', '2024.20240101123456789012345'],
  ])('%s is %s in normal form', (text, normal) => {
    expect(parsePythonVersion(text)?.text).toBe(normal)
    expect(parsePythonVersion(normal)?.text).toBe(normal)
  })

  it.each([
    '',
    'latest',
    '1.',
    '.1',
    '1..0',
    '1.0+',
    '1.0++a',
    '1.0 a',
    '1.x',
    '1.0-',
    '1!',
    '1.0a1b1',
    '1.0.dev1.post1',
    '１.0',
    '1.0\n2',
    `1.${'0'.repeat(300)}`,
  ])('%j is none', (text) => {
    expect(parsePythonVersion(text)).toBeUndefined()
  })

  const ascending = [
    '1.dev0',
    '1.0.dev456',
    '1.0a1.dev1',
    '1.0a1',
    '1.0a2.dev456',
    '1.0a12.dev456',
    '1.0a12',
    '1.0b1.dev456',
    '1.0b2',
    '1.0b2.post345.dev456',
    '1.0b2.post345',
    '1.0rc1.dev456',
    '1.0rc1',
    '1.0',
    '1.0+abc.5',
    '1.0+abc.7',
    '1.0+5',
    '1.0+5.1',
    '1.0+20240101123456789012345',
    '1.0+20240101123456789012346',
    '1.0.post456.dev34',
    '1.0.post456',
    '1.0.1',
    '1.1.dev1',
    '1.10',
    '1!0.1',
  ]

  it('has its place in the order', () => {
    const shuffled = fc.sample(fc.shuffledSubarray(ascending, { minLength: ascending.length }), {
      numRuns: 20,
      seed: 7,
    })
    for (const versions of shuffled)
      expect(
        versions
          .map(version)
          .sort(comparePythonVersions)
          .map(({ text }) => text),
      ).toEqual(ascending.map((text) => version(text).text))
  })

  it.each([
    ['1', '1.0.0'],
    ['1.0a', '1.0a0'],
    ['1.0-1', '1.0.post1'],
  ])('%s equals %s', (a, b) => {
    expect(comparePythonVersions(version(a), version(b))).toBe(0)
  })

  it('is in a total order', () => {
    const part = fc.nat(3)
    const suffix = fc.constantFrom(
      '',
      'a1',
      'b2',
      'rc1',
      '.post1',
      '.dev1',
      'a1.dev2',
      '.post1.dev1',
      '+x',
      '+1',
      '+x.1',
    )
    const any = fc
      .tuple(fc.constantFrom('', '1!'), fc.array(part, { minLength: 1, maxLength: 4 }), suffix)
      .map(([epoch, release, suffix]) => version(epoch + release.join('.') + suffix))
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(Math.sign(comparePythonVersions(a, b))).toBe(-Math.sign(comparePythonVersions(b, a)) + 0)
        if (comparePythonVersions(a, b) <= 0 && comparePythonVersions(b, c) <= 0)
          expect(comparePythonVersions(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a specifier', () => {
  it.each<[string, string, string]>([
    // Specifier, versions that it allows, versions that it does not allow.
    ['', '1.0 2.0rc1 0', ''],
    ['==1.1', '1.1 1.1.0 1.1+local', '1.1.post1 1.1a1 1.1.1 1!1.1'],
    ['==1.1+local', '1.1+local 1.1+LOCAL', '1.1 1.1+other'],
    ['==1.1.post1', '1.1.post1', '1.1'],
    ['==1.1.*', '1.1 1.1.post1 1.1a1 1.1.3 1.1.dev1 1.1+x', '1.10 1.2 1 1!1.1'],
    ['==1.1.0.*', '1.1 1.1.0.5', '1.1.1'],
    ['==1!1.*', '1!1.5', '1.5'],
    ['==1.1a1.*', '1.1a1 1.1a1.post1', '1.1 1.1a2'],
    ['!=1.1', '1.1.post1 1.2', '1.1 1.1.0 1.1+local'],
    ['!=1.1.*', '1.2 1.10', '1.1.post1 1.1'],
    ['~=2.2', '2.2 2.3 2.9.5 2.2.post1', '2.1 3.0 2.2rc1 1!2.2'],
    ['~=1.4.5', '1.4.5 1.4.9', '1.5 1.4.4'],
    ['~=2.2.post3', '2.2.post3 2.3', '2.2 3.0'],
    ['~=2.2.0', '2.2.0 2.2.5', '2.3'],
    ['>=1.0', '1.0 1.0+x 1.0.post1 2', '1.0rc1 0.9'],
    ['<=1.0', '1.0 1.0+x 1.0rc1 0.9', '1.0.post1 1.1'],
    ['>1.7', '1.7.1 1.8 2', '1.7 1.7.0 1.7.post1 1.7+local 1.7.0.post1'],
    ['>1.7.post1', '1.7.post2 1.8', '1.7.post1 1.7 1.7.post1+x'],
    ['>1.0a1', '1.0a2 1.0 1.0.post1 1.0+local', '1.0a1 1.0a1+local 1.0a1.post1 1.0a1.post1.dev2'],
    ['>1.0', '1.0.1 1.1.post1', '1.0.post1.dev1 1.0.post1+local'],
    ['<1.0.post1', '1.0 1.0rc1 1.0.dev1', '1.0.post1.dev1 1.0.post1'],
    ['<1.0', '0.9 0.9.post1', '1.0 1.0rc1 1.0.dev1'],
    ['<1.0rc2', '1.0rc1 1.0b1 0.9', '1.0rc2 1.0'],
    ['<1.0.post2', '1.0.post1 1.0', '1.0.post2 1.1'],
    ['===1.0', '1.0 01.0', '1.0.0'],
    ['===1.0+X', '1.0+x', '1.0'],
    ['>=1,<2,!=1.5', '1 1.4 1.6', '1.5 2 0.9'],
    [' >= 1.0 , < 2 ,', '1.5', '2.1'],
    ['>=2024.20240101123456789012345', '2024.20240101123456789012345', '2024.20240101123456789012344'],
  ])('%s', (text, allowed, refused) => {
    const specifiers = parseSpecifiers(text)
    expect(specifiers).toBeDefined()
    const verdicts = (versions: string) =>
      versions
        .split(' ')
        .filter((text) => text !== '')
        .map((text) => [text, allowsVersion(specifiers ?? [], version(text))])
    expect([...verdicts(allowed), ...verdicts(refused)]).toEqual([
      ...verdicts(allowed).map(([text]) => [text, true]),
      ...verdicts(refused).map(([text]) => [text, false]),
    ])
  })

  it.each([
    '1.0',
    '=1.0',
    '=>1.0',
    '>=hello',
    '~=1',
    '~=1.0.*',
    '>=1.0.*',
    '<1.0+local',
    '==1.0.dev1.*',
    '==1.0+x.*',
    '==',
    '===',
    '>=1.0 <2',
    '==1.*.*',
    '!1',
    `==${'1'.repeat(5000)}`,
  ])('%j is none', (text) => {
    expect(parseSpecifiers(text)).toBeUndefined()
  })

  it.each([
    ['>=1.0', false, false],
    ['==1.0', false, true],
    ['==1.0.*', false, false],
    ['===1.0rc1', true, true],
    ['>=1.0.dev1', true, false],
    ['!=1.0rc1', false, false],
    ['<2,>=1.0a1', true, false],
  ])('%s: names a pre-release %s, pins %s', (text, preRelease, pinned) => {
    const specifiers = parseSpecifiers(text) ?? []
    expect([namesPreRelease(specifiers), isPinned(specifiers)]).toEqual([preRelease, pinned])
  })
})
