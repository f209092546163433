import type { License } from '../../model/license.ts'
import { parseLicenseExpression } from '../../model/license-expression.ts'
import { readLicense } from '../../model/read-license.ts'

/** License fields in core metadata, https://packaging.python.org/specifications/core-metadata/#license. */
export interface PythonLicenseFields {
  /** `License-Expression`, since version 2.4. */
  readonly expression: string | undefined
  /** `License`: a name, an expression, or the whole license text. */
  readonly license: string | undefined
  /** All classifiers of the package. */
  readonly classifiers: readonly string[]
}

/** Maximum length of a license name. A longer `License` field holds the license text. */
const maxNameCharacters = 100

/**
 * Returns a Python package's declared license. A classifier counts only if it is the only license classifier and
 * denotes exactly one SPDX license, because the specification does not define how several are combined.
 */
export function pythonLicense({ expression, license, classifiers }: PythonLicenseFields): License | undefined {
  const stated = readLicense(expression) ?? (isName(license) ? readLicense(license) : undefined)
  if (stated?.expression !== undefined || expression !== undefined) return stated
  const names = classifiers.flatMap((classifier) => {
    const name = /^License :: (?:OSI Approved :: |DFSG approved :: )?(.+)$/.exec(classifier)?.[1]
    return name === undefined || name === 'OSI Approved' || name === 'DFSG approved' ? [] : [name]
  })
  const [name, ...others] = names
  const id = name === undefined || others.length > 0 ? undefined : idOfClassifier(name)
  if (id !== undefined) return { expression: id }
  return stated ?? (names.length > 0 ? { name: names.join(', ') } : readLicense(license))
}

const isName = (license: string | undefined): license is string =>
  license !== undefined && license.length <= maxNameCharacters

/**
 * Reads the SPDX ID from a classifier such as `Mozilla Public License 2.0 (MPL 2.0)`, or from the newer form
 * `Zero-Clause BSD (0BSD)`, which contains the ID itself.
 */
function idOfClassifier(name: string): string | undefined {
  const inParentheses = /\(([\w.-]+)\)$/.exec(name)?.[1]
  if (inParentheses !== undefined && parseLicenseExpression(inParentheses) !== undefined) return inParentheses
  return idsOfClassifiers.get(name)
}

/**
 * SPDX IDs for classifiers that denote exactly one license,
 * https://peps.python.org/pep-0639/#project-metadata-classifiers. Classifiers such as `BSD License` and `Apache
 * Software License` are missing because they do not specify the variant or version.
 */
const idsOfClassifiers: ReadonlyMap<string, string> = new Map([
  ['Attribution Assurance License', 'AAL'],
  ['CC0 1.0 Universal (CC0 1.0) Public Domain Dedication', 'CC0-1.0'],
  ['Common Public License', 'CPL-1.0'],
  ['European Union Public Licence 1.0 (EUPL 1.0)', 'EUPL-1.0'],
  ['European Union Public Licence 1.1 (EUPL 1.1)', 'EUPL-1.1'],
  ['European Union Public Licence 1.2 (EUPL 1.2)', 'EUPL-1.2'],
  ['GNU Affero General Public License v3', 'AGPL-3.0-only'],
  ['GNU Affero General Public License v3 or later (AGPLv3+)', 'AGPL-3.0-or-later'],
  ['GNU General Public License v2 (GPLv2)', 'GPL-2.0-only'],
  ['GNU General Public License v2 or later (GPLv2+)', 'GPL-2.0-or-later'],
  ['GNU General Public License v3 (GPLv3)', 'GPL-3.0-only'],
  ['GNU General Public License v3 or later (GPLv3+)', 'GPL-3.0-or-later'],
  ['GNU Lesser General Public License v2 (LGPLv2)', 'LGPL-2.0-only'],
  ['GNU Lesser General Public License v2 or later (LGPLv2+)', 'LGPL-2.0-or-later'],
  ['GNU Lesser General Public License v3 (LGPLv3)', 'LGPL-3.0-only'],
  ['GNU Lesser General Public License v3 or later (LGPLv3+)', 'LGPL-3.0-or-later'],
  ['IBM Public License', 'IPL-1.0'],
  ['ISC License (ISCL)', 'ISC'],
  ['MIT License', 'MIT'],
  ['Mozilla Public License 1.0 (MPL)', 'MPL-1.0'],
  ['Mozilla Public License 1.1 (MPL 1.1)', 'MPL-1.1'],
  ['Mozilla Public License 2.0 (MPL 2.0)', 'MPL-2.0'],
  ['PostgreSQL License', 'PostgreSQL'],
  ['Qt Public License (QPL)', 'QPL-1.0'],
  ['Sleepycat License', 'Sleepycat'],
  ['Universal Permissive License (UPL)', 'UPL-1.0'],
  ['University of Illinois/NCSA Open Source License', 'NCSA'],
  ['Vovida Software License 1.0', 'VSL-1.0'],
  ['W3C License', 'W3C'],
])
