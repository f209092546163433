import { describe, expect, it } from 'vitest'
import { readFixes } from '../../../src/service/github/checks/read-fixes.ts'
import { dependencyFinding } from '../../support/findings.ts'

describe('fixes of a change', () => {
  it('take linear time for many packages, manifests, and lines', async () => {
    const packages = Array.from({ length: 6_000 }, (_, index) => `package-${index}`)
    const findings = packages.map((name) =>
      dependencyFinding('GHSA-aaaa-bbbb-cccc', {
        fingerprint: name,
        component: {
          purl: `pkg:pypi/${name}@1.0.0`,
          name,
          version: '1.0.0',
          ecosystem: 'PyPI',
          direct: true,
          dev: false,
          introducedBy: [{ manifest: 'requirements-9.txt', path: ['project', `${name}@1.0.0`] }],
        },
      }),
    )
    const text = packages.map((name) => `${name}==1.0.0\n`).join('')
    const changed = new Map(
      Array.from({ length: 3_000 }, (_, index) => [`requirements-${index}.txt`, [[1, 1] as const]] as const),
    )
    const read: string[] = []
    const started = performance.now()
    const fixes = await readFixes(findings, changed, async (path) => {
      read.push(path)
      return text
    })
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(read).toHaveLength(10)
    expect(fixes.size).toBe(packages.length)
    expect(fixes.get('package-7')?.fix).toMatchObject({ startLine: 8, after: 'package-7==1.0.1' })
  })
})
