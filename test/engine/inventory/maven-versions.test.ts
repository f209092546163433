import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../src/engine/inventory/maven-walk/comparable-version.ts'
import { allowsVersion, parseRanges } from '../../../src/engine/inventory/maven-walk/version-range.ts'

describe('the order of Maven versions', () => {
  it.each([
    ['1-alpha2snapshot', '1-alpha2', '1-alpha-123', '1-beta-2', '1-beta123', '1-m2', '1-m11', '1-rc', '1-cr2'],
    ['1-rc123', '1-SNAPSHOT', '1', '1-sp', '1-sp2', '1-sp123', '1-abc', '1-def', '1-pom-1', '1-1-snapshot', '1-1'],
    ['2.0', '2.0.a', '2-1', '2.0.2', '2.0.123', '2.1.0', '2.1-a', '2.1-c', '2.1-1', '2.1.0.1', '2.2', '2.123'],
    ['11.a2', '11.a11', '11.b2', '11.b11', '11.m2', '11.m11', '11', '11.a', '11b', '11c', '11m'],
    ['20230618.1', '20230618.2', '99999999999999999999', '100000000000000000000'],
  ])('starts with %s', (...versions) => {
    for (const [index, version] of versions.entries())
      for (const later of versions.slice(index + 1)) {
        expect(`${version} ${Math.sign(compareVersions(version, later))} ${later}`).toBe(`${version} -1 ${later}`)
        expect(Math.sign(compareVersions(later, version))).toBe(1)
      }
  })

  it.each([
    ['1', '1.0'],
    ['1', '1-0'],
    ['1.0', '1.ga'],
    ['1-ga', '1-final'],
    ['1a1', '1-alpha-1'],
    ['1cr', '1rc'],
    ['1.0.0x', '1x'],
  ])('has the same place for %s and %s', (a, b) => {
    expect(compareVersions(a, b)).toBe(0)
  })
})

describe('a range', () => {
  it.each([
    ['[1,2)', '1', true],
    ['[1,2)', '2', false],
    ['(1,2]', '1', false],
    ['(,1.0],[1.2,)', '1.1', false],
    ['(,1.0],[1.2,)', '1.2', true],
    ['[1.5]', '1.5.0', true],
    ['[1.8,)', '17.0.15', true],
  ])('%s with %s', (range, version, isAllowed) => {
    const ranges = parseRanges(range)
    expect(ranges && allowsVersion(ranges, version)).toBe(isAllowed)
  })

  it.each(['1.0', '', '[1', '[1,2', '1,2]', '[1,2,3]', `${'[1],'.repeat(60)}[1]`])('is not %s', (text) => {
    expect(parseRanges(text)).toBeUndefined()
  })
})
