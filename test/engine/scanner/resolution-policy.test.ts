import { describe, expect, it } from 'vitest'
import { noAdvisories } from '../../../src/engine/advisories/advisory-store.ts'
import { resolutionOf, switchedOff } from '../../../src/engine/scanner/resolution-policy.ts'
import type { ScanContext, SourceScanOptions } from '../../../src/engine/scanner/scan-context.ts'
import type { ResolvedGitSource } from '../../../src/engine/sources/source.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'

const repository: ResolvedGitSource = {
  type: 'git',
  repository: 'https://git.example/acme/shop',
  canonicalUrl: 'https://git.example/acme/shop',
  revision: 'c0ffee',
}
const resolvedAt = new Date('2026-08-01T10:00:00.000Z')
const sources = sourceContext()

function resolution(
  {
    options = {},
    context = {},
    source = {},
  }: {
    options?: Partial<SourceScanOptions>
    context?: Partial<ScanContext>
    source?: Partial<ResolvedGitSource>
  },
  files: Readonly<Record<string, string>> = {},
) {
  const signal = AbortSignal.timeout(5_000)
  return resolutionOf(
    { sources, advisories: noAdvisories, isolation: testIsolation(), ...context },
    { report: () => {}, signal, resolvedAt, ...options },
    { ...repository, ...source },
    projectSnapshot(files),
  )
}

describe('the resolution of manifests without a lockfile', () => {
  it('uses one registry snapshot for the same time', () => {
    const first = resolution({})
    expect(first).toMatchObject({ takenAt: resolvedAt })
    expect(resolution({})).toBe(first)
    expect(resolution({ options: { resolvedAt: new Date(0) } })).not.toBe(first)
  })

  it('is off for private repositories, unless the account enables it', () => {
    expect(resolution({ source: { isPrivate: true } })).toEqual({ off: expect.stringContaining('private') })
    expect(resolution({ source: { isInternal: true }, options: { accountId: 'a' } })).toHaveProperty('off')
    expect(resolution({ source: { isPrivate: true }, options: { resolvesPrivate: true } })).toHaveProperty('takenAt')
  })

  it('is off by option and setting', () => {
    expect(resolution({ options: { noResolution: switchedOff } })).toEqual({ off: switchedOff })
    expect(resolution({ context: { noResolution: 'offline' } })).toEqual({ off: 'offline' })
  })

  it('heeds the settings of a trusted project only', () => {
    const files = { 'assay.yml': 'resolve: off\n' }
    expect(resolution({}, files)).toHaveProperty('takenAt')
    expect(resolution({ options: { heedsProject: true } }, files)).toHaveProperty('off')
  })
})
