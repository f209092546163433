import { describe, expect, it } from 'vitest'
import { joinInventory } from '../../../src/engine/inventory/project/join-inventory.ts'
import type { DependencyReason } from '../../../src/engine/inventory/reasons/dependency-reasons.ts'
import type { ManifestReader, ManifestReading } from '../../../src/engine/inventory/manifest-reader.ts'

const reader = (parts: Partial<ManifestReader> = {}): ManifestReader => ({
  id: 'x',
  ecosystem: 'PyPI',
  kind: 'manifest',
  names: [],
  reads: () => true,
  read: () => ({ packages: [], requests: [] }),
  ...parts,
})
const asked = (name: string) => ({
  name,
  requested: '*',
  dev: false,
  groups: [],
  reason: 'no-lockfile' as const,
})
const reading = (parts: Partial<ManifestReading> = {}): ManifestReading => ({ packages: [], requests: [], ...parts })
const noFiles = { readable: [], unread: [], tooMany: [], belowNodeModules: [] }

/** Returns the record of a project with these manifests. */
const recordOf = (
  ...read: { readonly path: string; readonly reader: ManifestReader; readonly reading: ManifestReading }[]
) => joinInventory(noFiles, { read, unreadable: [] }, 'https://git.example/a/b').reading

describe('what the record says about packages', () => {
  it('has no needs of a manifest that no lockfile ever covers', () => {
    const record = recordOf(
      { path: '.mcp.json', reader: reader({ standsAlone: true }), reading: reading({ requests: [asked('left')] }) },
      { path: 'app/pyproject.toml', reader: reader(), reading: reading({ requests: [asked('left')] }) },
    )
    expect(record.asking.map(({ path }) => path)).toEqual(['app/pyproject.toml'])
  })

  it('has the packages of a lockfile without a version', () => {
    const without = (name: string, reason: DependencyReason) => ({ ...asked(name), reason })
    const record = recordOf(
      { path: 'pyproject.toml', reader: reader(), reading: reading({ requests: [asked('left')] }) },
      {
        path: 'uv.lock',
        reader: reader({ kind: 'lockfile' }),
        reading: reading({
          workspaces: ['member'],
          requests: [
            without('Left', 'lockfile-without-version'),
            without('from-git', 'git-repository'),
            { ...without('dev', 'lockfile-without-version'), dev: true },
          ],
        }),
      },
    )
    expect(record.unlocked).toEqual([{ path: 'uv.lock', ecosystem: 'PyPI', folder: '.', name: 'left' }])
  })
})
