import { describe, expect, it } from 'vitest'
import { readLicense, readLicenseChoice } from '../../../src/engine/model/read-license.ts'

describe('the license of a package', () => {
  it.each([
    ['MIT', 'MIT'],
    ['(MIT OR Apache-2.0)', 'MIT OR Apache-2.0'],
    ['MIT and (GPL-3.0-only or BSD-3-Clause)', 'MIT AND (GPL-3.0-only OR BSD-3-Clause)'],
    ['((MIT))  AND ISC AND 0BSD', 'MIT AND ISC AND 0BSD'],
    ['GPL-2.0', 'GPL-2.0-only'],
    ['AGPL-3.0+', 'AGPL-3.0-or-later'],
    ['Apache-2.0+', 'Apache-2.0+'],
    ['GPL-2.0-or-later WITH Classpath-exception-2.0', 'GPL-2.0-or-later WITH Classpath-exception-2.0'],
    ['LicenseRef-internal', 'LicenseRef-internal'],
  ])('%s is an expression', (text, expression) => {
    expect(readLicense(text)).toEqual({ expression })
    expect(readLicense(expression)).toEqual({ expression })
  })

  it.each(['SEE LICENSE IN LICENSE.md', 'UNLICENSED', 'BSD', 'mit', 'MIT AND', 'MIT/Apache-2.0', 'Apache 2.0'])(
    '%s stays as it is',
    (text) => expect(readLicense(` ${text}\n`)).toEqual({ name: text }),
  )

  it.each([undefined, '', ' \n', 'UNKNOWN', 'NOASSERTION', 'NONE'])('%j is unknown', (text) => {
    expect(readLicense(text)).toBeUndefined()
  })

  it('has a name of limited length, and no expression from a text that nests without end', () => {
    const text = readLicense('x '.repeat(100_000))?.name
    expect(text).toHaveLength(200)
    const nested = `${'('.repeat(100_000)}MIT${')'.repeat(100_000)}`
    expect(readLicense(nested)?.expression).toBeUndefined()
  })

  it('is a choice of several', () => {
    expect(readLicenseChoice(['MIT', 'GPL-2.0 AND ISC'])).toEqual({ expression: 'MIT OR GPL-2.0-only AND ISC' })
    expect(readLicenseChoice(['MIT OR ISC', 'proprietary'])).toEqual({ name: 'MIT OR ISC or proprietary' })
    expect(readLicenseChoice(['proprietary'])).toEqual({ name: 'proprietary' })
    expect(readLicenseChoice([])).toBeUndefined()
  })
})
