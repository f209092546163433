import { describe, expect, it } from 'vitest'
import { lastAffectedVersion } from '../../../src/engine/advisories/last-affected-version.ts'
import { versionOrderOf } from '../../../src/engine/advisories/version-order/catalogue.ts'

const npm = versionOrderOf('npm')
const all = () => true

describe('lastAffectedVersion', () => {
  it('returns the highest affected version below the fix, in any order of publication', () => {
    const versions = ['1.10.0', '1.9.0', '1.2.0', '1.10.1', '2.0.0']
    expect(lastAffectedVersion(versions, all, '1.10.1', npm)).toBe('1.10.0')
  })

  it('skips versions that are not affected', () => {
    const versions = ['3.2.6', '3.2.7', '4.0.0', '4.3.0', '4.3.1']
    expect(lastAffectedVersion(versions, (version) => version !== '3.2.7', '4.0.0', npm)).toBe('3.2.6')
  })

  it('prefers stable versions', () => {
    expect(lastAffectedVersion(['1.0.0', '1.1.0-rc.1', '1.1.0'], all, '1.1.0', npm)).toBe('1.0.0')
    expect(lastAffectedVersion(['1.1.0-rc.1', '1.1.0-rc.2'], all, '1.1.0', npm)).toBe('1.1.0-rc.2')
    const pypi = versionOrderOf('PyPI')
    expect(lastAffectedVersion(['2.0', '2.1a1', '2.1rc2', '2.0.post1', '2.1.dev3'], all, '2.1', pypi)).toBe('2.0.post1')
  })

  it('returns undefined without an affected version', () => {
    expect(lastAffectedVersion(['1.0.0'], () => false, '1.0.1', npm)).toBeUndefined()
    expect(lastAffectedVersion(['1.0.1', 'x'], all, '1.0.1', npm)).toBeUndefined()
    expect(lastAffectedVersion(['1.0.0'], all, 'no version', npm)).toBeUndefined()
  })
})
