import { describe, expect, it } from 'vitest'
import { manifestReaders } from '../../../src/engine/inventory/readers/catalogue.ts'
import { npmLicense } from '../../../src/engine/sources/package-registries/npm-packument.ts'
import { pythonLicense } from '../../../src/engine/sources/python-packaging/python-license.ts'
import { projectInventoryOf } from './project-inventory-of.ts'
import { readFiles } from './readers/support/read-files.ts'

/**
 * Returns `name: license` of each package in a file. The name of a license that is not an SPDX expression is quoted.
 */
function licensesIn(id: string, files: Readonly<Record<string, string>>): string[] {
  const reader = manifestReaders.find((candidate) => candidate.id === id)
  if (reader === undefined) throw new Error(`no reader is named ${id}`)
  return readFiles(reader, files).packages.map(
    ({ name, license }) => `${name}: ${license?.expression ?? (license ? JSON.stringify(license.name) : 'unknown')}`,
  )
}

describe('licenses of packages', () => {
  it('come from package-lock.json, with the forms of old packages', () => {
    const entry = (fields: object) => ({ version: '1.0.0', ...fields })
    const packages = {
      'node_modules/a': entry({ license: 'MIT' }),
      'node_modules/b': entry({ license: 'SEE LICENSE IN LICENSE' }),
      'node_modules/c': entry({ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }),
      'node_modules/d': entry({ license: { type: 'ISC', url: 'https://example.com' } }),
      'node_modules/e': entry({}),
      'node_modules/f': entry({ license: 7 }),
    }
    expect(
      licensesIn('package-lock', { 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }) }),
    ).toEqual(['a: MIT', 'b: "SEE LICENSE IN LICENSE"', 'c: MIT OR GPL-2.0-only', 'd: ISC', 'e: unknown', 'f: unknown'])
    expect(npmLicense({ licenses: ['MIT OR ISC', { type: 'BSD' }] })).toBe('(MIT OR ISC) OR BSD')
  })

  it('come from composer.lock, where a list is a choice', () => {
    const packages = [
      { name: 's/a', version: '1.0.0', license: ['MIT'] },
      { name: 's/b', version: '1.0.0', license: ['LGPL-2.1-only', 'GPL-3.0-or-later'] },
      { name: 's/c', version: '1.0.0' },
    ]
    expect(licensesIn('composer-lock', { 'composer.lock': JSON.stringify({ packages }) })).toEqual([
      's/a: MIT',
      's/b: LGPL-2.1-only OR GPL-3.0-or-later',
      's/c: unknown',
    ])
  })

  it('come from the databases of Alpine and of renv', () => {
    expect(
      licensesIn('apk-installed', { 'lib/apk/db/installed': 'P:a\nV:1.0-r0\nL:GPL-2.0-only AND MIT\n\n' }),
    ).toEqual(['a: GPL-2.0-only AND MIT'])
    const Packages = {
      a: { Package: 'a', Version: '1', Source: 'Repository', Repository: 'CRAN', License: 'GPL (>= 2)' },
    }
    expect(licensesIn('renv-lock', { 'renv.lock': JSON.stringify({ Packages }) })).toEqual(['a: "GPL (>= 2)"'])
  })

  it('come from the metadata of installed Python packages', () => {
    const of = (lines: string) =>
      licensesIn('dist-info', {
        'a-1.0.dist-info/METADATA': `Metadata-Version: 2.4\nName: a\nVersion: 1.0\n${lines}\n`,
      })
    expect(of('License-Expression: MIT AND (Apache-2.0 OR BSD-2-Clause)')).toEqual([
      'a: MIT AND (Apache-2.0 OR BSD-2-Clause)',
    ])
    expect(of('License: BSD\nClassifier: License :: OSI Approved :: BSD License')).toEqual(['a: "BSD"'])
    expect(of('License: UNKNOWN')).toEqual(['a: unknown'])
    expect(of('\nLicense: MIT')).toEqual(['a: unknown'])
  })

  it('come from bills of materials', () => {
    const components = [
      { type: 'library', name: 'a', version: '1', licenses: [{ license: { id: 'MIT' } }] },
      { type: 'library', name: 'b', version: '1', licenses: [{ expression: 'MIT OR ISC' }] },
      { type: 'library', name: 'c', version: '1', licenses: [{ license: { name: 'House rules' } }] },
      { type: 'library', name: 'd', version: '1', licenses: [{ license: { id: 'MIT' } }, { license: { id: 'ISC' } }] },
      { type: 'library', name: 'e', version: '1', licenses: 'MIT' },
    ]
    const wanted = ['a: MIT', 'b: MIT OR ISC', 'c: "House rules"', 'd: "MIT, ISC"', 'e: unknown']
    expect(licensesIn('cyclonedx', { 'bom.json': JSON.stringify({ bomFormat: 'CycloneDX', components }) })).toEqual(
      wanted,
    )
    const xml = (name: string, licenses: string) =>
      `<component type="library"><name>${name}</name><version>1</version><licenses>${licenses}</licenses></component>`
    expect(
      licensesIn('cyclonedx', {
        'bom.xml': `<bom><components>${[
          xml('a', '<license><id>MIT</id></license>'),
          xml('b', '<expression>MIT OR ISC</expression>'),
          xml('c', '<license><name>House rules</name></license>'),
          xml('d', '<license><id>MIT</id></license><license><id>ISC</id></license>'),
          xml('e', ''),
        ].join('')}</components></bom>`,
      }),
    ).toEqual(wanted)
    const packages = [
      { name: 'a', versionInfo: '1', licenseDeclared: 'MIT', licenseConcluded: 'ISC' },
      { name: 'b', versionInfo: '1', licenseDeclared: 'NOASSERTION', licenseConcluded: 'MIT OR ISC' },
      { name: 'c', versionInfo: '1', licenseDeclared: 'LicenseRef-1' },
      { name: 'd', versionInfo: '1', licenseDeclared: 'NONE' },
    ]
    const hasExtractedLicensingInfos = [{ licenseId: 'LicenseRef-1', name: 'House rules' }]
    expect(
      licensesIn('spdx', {
        'a.spdx.json': JSON.stringify({ spdxVersion: 'SPDX-2.3', packages, hasExtractedLicensingInfos }),
      }),
    ).toEqual(['a: MIT', 'b: MIT OR ISC', 'c: "House rules"', 'd: unknown'])
    expect(
      licensesIn('spdx', {
        'a.spdx':
          'SPDXVersion: SPDX-2.3\nPackageName: a\nPackageVersion: 1\nPackageLicenseConcluded: ISC\n' +
          'PackageLicenseDeclared: MIT\nPackageName: b\nPackageVersion: 1\nPackageLicenseDeclared: NOASSERTION\n' +
          'PackageLicenseConcluded: ISC\n',
      }),
    ).toEqual(['a: MIT', 'b: ISC'])
  })

  it('reach the inventory, from any file that contains them, without characters that hide others', async () => {
    const { components } = await projectInventoryOf({
      'composer.lock': JSON.stringify({ packages: [{ name: 's/a', version: '1.0.0', license: ['a\u202eb'] }] }),
      'a/package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/b': { version: '1.0.0' } },
      }),
      'b/package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/b': { version: '1.0.0', license: 'MIT' } },
      }),
    })
    expect(components.map(({ name, license }) => [name, license])).toEqual([
      ['s/a', { name: 'a�b' }],
      ['b', { expression: 'MIT' }],
    ])
  })
})

describe('the license of a Python package', () => {
  const of = (license: string | undefined, ...classifiers: string[]) =>
    pythonLicense({ expression: undefined, license, classifiers: classifiers.map((name) => `License :: ${name}`) })

  it('is the expression, then the field, then one clear classifier', () => {
    expect(pythonLicense({ expression: 'MIT', license: 'BSD', classifiers: [] })).toEqual({ expression: 'MIT' })
    expect(of('MIT', 'OSI Approved :: BSD License')).toEqual({ expression: 'MIT' })
    expect(of('MIT License', 'OSI Approved :: MIT License')).toEqual({ expression: 'MIT' })
    expect(of(undefined, 'OSI Approved', 'OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)')).toEqual({
      expression: 'MPL-2.0',
    })
    expect(of(undefined, 'OSI Approved :: Zero-Clause BSD (0BSD)')).toEqual({ expression: '0BSD' })
  })

  it('is a name where classifiers leave something open', () => {
    expect(of(undefined, 'OSI Approved :: BSD License')).toEqual({ name: 'BSD License' })
    expect(of(undefined, 'OSI Approved :: MIT License', 'OSI Approved :: Apache Software License')).toEqual({
      name: 'MIT License, Apache Software License',
    })
    expect(of('Permission is hereby granted '.repeat(50), 'OSI Approved :: MIT License')).toEqual({ expression: 'MIT' })
    expect(of('Permission is hereby granted '.repeat(50))?.name).toMatch(/^Permission is .*…$/)
    expect(of(undefined)).toBeUndefined()
  })
})
