import { describe, expect, it } from 'vitest'
import { versionOrderOf } from '../../../src/engine/advisories/version-order/catalogue.ts'
import type { Ecosystem } from '../../../src/engine/model/component.ts'
import { readVectors } from '../../service/scans/advisories/support/vectors.ts'

const vectors = await readVectors('versions')

const signs: Readonly<Record<string, number>> = { '<': -1, '=': 0, '>': 1 }

const files: readonly (readonly [string, readonly Ecosystem[]])[] = [
  ['cran-versions.txt', ['CRAN']],
  ['hackage-versions.txt', ['Hackage']],
  ['maven-versions.txt', ['Maven']],
  ['nuget-versions.txt', ['NuGet']],
  ['packagist-versions.txt', ['Packagist']],
  ['pub-versions.txt', ['Pub']],
  ['pypi-versions.txt', ['PyPI']],
  ['rubygems-versions.txt', ['RubyGems']],
  ['semver-versions.txt', ['npm', 'Go', 'crates.io', 'Hex', 'GitHub Actions', 'SwiftURL', 'ConanCenter']],
]

/** Lines with a different result in Assay, with the reason. */
const disagreements: ReadonlyMap<string, string> = new Map([
  // Two other lines of the file have 1.2.3.# = 1.2.3. Together with this line, 1.2.3 = 1.2.3.1 would follow. PHP does
  // not treat them as equal, just as 1.0 and 1.0.0.
  ['1.2.3.# = 1.2.3.1', 'an order cannot hold this and the lines beside it'],
])

describe.skipIf(!vectors).each(files)('%s', (name, ecosystems) => {
  const lines = (vectors?.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|#)/.test(line))

  it.each(ecosystems)('%s', (ecosystem) => {
    const order = versionOrderOf(ecosystem)
    const wrong = lines.filter((line) => {
      const [left = '', sign = '', right = ''] = line.split(/\s+/)
      const [a, b] = [order.parse(left), order.parse(right)]
      if (a === undefined || b === undefined) return true
      const [keyA, keyB] = [order.sortKey(a), order.sortKey(b)]
      return Math.sign(order.compare(a, b)) !== signs[sign] || (keyA < keyB ? -1 : keyA > keyB ? 1 : 0) !== signs[sign]
    })
    process.stderr.write(`vectors ${name} as ${ecosystem}: ${lines.length - wrong.length} of ${lines.length} agree\n`)
    expect(wrong).toEqual(lines.filter((line) => disagreements.has(line)))
    expect(lines.length).toBeGreaterThan(10)
  })
})
