import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { readSemver, semverOrder } from '../../../src/engine/advisories/version-order/semver.ts'
import { readVectors } from '../../service/scans/advisories/support/vectors.ts'

const nodeSemver = await readVectors('node-semver')

function compare(a: string, b: string): number | undefined {
  const [left, right] = [semverOrder.parse(a), semverOrder.parse(b)]
  return left && right && Math.sign(semverOrder.compare(left, right))
}

/** Loads a fixture: a module that exports an array and imports at most the constants of node-semver. */
function fixture(name: string): unknown[][] {
  const module = { exports: [] as unknown[][] }
  runInNewContext(nodeSemver?.get(name) ?? '', {
    module,
    require: () => ({ MAX_LENGTH: 256, MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER }),
  })
  return [...module.exports]
}

function tell(name: string, cases: readonly unknown[], wrong: readonly unknown[]): void {
  process.stderr.write(`vectors ${name}: ${cases.length - wrong.length} of ${cases.length} agree\n`)
}

describe.skipIf(!nodeSemver)('node-semver', () => {
  it('comparisons.js', () => {
    const cases = fixture('comparisons.js')
    const wrong = cases.filter(
      ([greater, smaller]) =>
        compare(String(greater), String(smaller)) !== 1 || compare(String(smaller), String(greater)) !== -1,
    )
    tell('node-semver comparisons', cases, wrong)
    expect(wrong).toEqual([])
    expect(cases.length).toBeGreaterThan(20)
  })

  it('equality.js', () => {
    const cases = fixture('equality.js')
    const wrong = cases.filter(([a, b]) => compare(String(a), String(b)) !== 0)
    tell('node-semver equality', cases, wrong)
    expect(wrong).toEqual([])
    expect(cases.length).toBeGreaterThan(20)
  })

  it('valid-versions.js', () => {
    const cases = fixture('valid-versions.js')
    const wrong = cases.filter(([text, major, minor, patch, prerelease]) => {
      const version = readSemver(String(text).trim())
      return (
        version?.core.join('.') !== `${major}.${minor}.${patch}` ||
        version.prerelease.map((part) => part.text).join('.') !== (prerelease as unknown[]).join('.')
      )
    })
    tell('node-semver valid versions', cases, wrong)
    expect(wrong).toEqual([])
  })

  it('invalid-versions.js, but for numbers beyond 2^53, which OSV compares', () => {
    const cases = fixture('invalid-versions.js').filter(
      ([text, reason]) => typeof text === 'string' && reason !== 'too big',
    )
    const wrong = cases.filter(([text]) => semverOrder.parse(String(text)) !== undefined)
    tell('node-semver invalid versions', cases, wrong)
    expect(wrong).toEqual([])
    expect(cases.length).toBeGreaterThan(2)
  })
})
