import { describe, expect, it } from 'vitest'
import { CapabilityDifference, CapabilityTree } from '../../../../src/engine/model/capability-tree.ts'
import type { PackageCapability } from '../../../../src/engine/model/package-capability.ts'
import { compareCapabilities } from '../../../../src/engine/reachability/capabilities/compare-capabilities.ts'
import {
  composeCapabilities,
  type InstalledCode,
} from '../../../../src/engine/reachability/capabilities/compose-capabilities.ts'

/** Returns a package at the end of a path: `execa@9.6.0 > cross-spawn@7.0.6`. Without capabilities: not read. */
function installed(path: string, capabilities?: readonly PackageCapability[]): InstalledCode {
  const steps = path.split(' > ')
  const [name = '', version = ''] = (steps.at(-1) ?? '').split('@')
  return {
    ecosystem: 'npm',
    name,
    version,
    path: steps,
    code: capabilities
      ? {
          capabilities: capabilities.map((capability) => ({
            capability,
            path: 'index.js',
            line: 3,
            shownBy: 'a call',
            places: 2,
          })),
        }
      : { capabilities: [], notRead: 'the archive is missing' },
  }
}

function treeOf(...installation: InstalledCode[]): string[] {
  const { capabilities } = CapabilityTree.parse(composeCapabilities(installation))
  return capabilities.flatMap(({ capability, packages }) =>
    packages.map(({ path }) => `${capability}: ${path.join(' > ')}`),
  )
}

function changesOf(before: InstalledCode[], after: InstalledCode[]): string[] {
  const { changes } = CapabilityDifference.parse(compareCapabilities({ before, after }))
  return changes.map(
    ({ capability, change, isFirst, package: { path }, otherVersions }) =>
      `${change}${isFirst ? ' first' : ''} ${capability}: ${path.join(' > ')} (${otherVersions.join(', ')})`,
  )
}

describe('the capabilities of an installation', () => {
  it('come from the packages that have them, with the shortest path first', () => {
    expect(
      treeOf(
        installed('b@1 > c@1', ['executes-commands', 'reads-environment']),
        installed('b@1', ['network-egress']),
        installed('a@1', ['executes-commands']),
        installed('d@1', []),
      ),
    ).toEqual([
      'executes-commands: a@1',
      'executes-commands: b@1 > c@1',
      'network-egress: b@1',
      'reads-environment: b@1 > c@1',
    ])
  })

  it('name the packages that were not read', () => {
    const { read, notRead } = composeCapabilities([installed('a@1', []), installed('b@2')])
    expect(read).toBe(1)
    expect(notRead).toEqual([{ ecosystem: 'npm', name: 'b', version: '2', reason: 'the archive is missing' }])
  })

  it('list a limited number of packages', () => {
    const many = Array.from({ length: 1_005 }, (_, at) => installed(`p${at}@1`, ['reads-files']))
    const unread = Array.from({ length: 1_003 }, (_, at) => installed(`u${at}@1`))
    const tree = CapabilityTree.parse(composeCapabilities([...many, ...unread]))
    expect(tree.capabilities.map(({ packages, others }) => [packages.length, others])).toEqual([[1_000, 5]])
    expect([tree.notRead.length, tree.notReadOthers]).toEqual([1_000, 3])
  })
})

describe('the difference between two installations', () => {
  it('has the packages that were added or removed with a capability', () => {
    expect(
      changesOf(
        [installed('a@1', ['reads-files']), installed('old@1', ['native-code'])],
        [installed('a@1', ['reads-files']), installed('a@1 > new@1', ['reads-files', 'executes-commands'])],
      ),
    ).toEqual([
      'added first executes-commands: a@1 > new@1 ()',
      'added reads-files: a@1 > new@1 ()',
      'removed native-code: old@1 ()',
    ])
  })

  it('has the capabilities that another version gains or loses', () => {
    expect(
      changesOf(
        [installed('a@1', ['reads-files']), installed('b@1', ['reads-files'])],
        [installed('a@2', ['network-egress']), installed('b@2', ['reads-files'])],
      ),
    ).toEqual(['gained first network-egress: a@2 (1)', 'lost reads-files: a@1 (2)'])
  })

  it('compares all installed versions of a package', () => {
    const before = [installed('a@1', []), installed('a@2', ['reads-files'])]
    expect(changesOf(before, [installed('a@3', ['reads-files'])])).toEqual([])
    expect(changesOf(before, [installed('a@2', ['reads-files']), installed('a@3', [])])).toEqual([])
    expect(changesOf(before, [installed('a@1', [])])).toEqual(['lost reads-files: a@2 (1)'])
  })

  it('does not guess about packages that were not read', () => {
    expect(changesOf([installed('a@1')], [installed('a@2', ['reads-files'])])).toEqual([])
    expect(changesOf([installed('a@1', ['reads-files'])], [installed('a@2')])).toEqual([])
    expect(changesOf([installed('a@1')], [installed('b@1', ['reads-files'])])).toEqual(['added reads-files: b@1 ()'])
    expect(compareCapabilities({ before: [installed('a@1')], after: [installed('a@2')] }).notRead).toHaveLength(2)
  })
})
