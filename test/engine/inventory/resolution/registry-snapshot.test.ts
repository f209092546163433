import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { npmRegistryBefore, registrySnapshot } from '../../../../src/engine/inventory/resolution/registry-snapshot.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createNpmRegistry, type NpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { parseNpmPackument } from '../../../../src/engine/sources/package-registries/npm-packument.ts'
import { sourceContext } from '../../../support/source-context.ts'

const time = { '1.0.0': '2026-01-01T00:00:00+00:00', '1.1.0': '2026-07-30T00:00:00+00:00' }
const takenAt = new Date('2026-08-01T10:00:00.000Z')
const lastWeek = new Date('2026-07-25T10:00:00.000Z')

/**
 * A registry whose abbreviated metadata of a package contains these fields. The full metadata always contains the
 * times.
 */
function registryOf(fields: Readonly<Record<string, unknown>>) {
  const requests: string[] = []
  let [running, most] = [0, 0]
  const versions = { '1.0.0': { name: 'a', version: '1.0.0' }, '1.1.0': { name: 'a', version: '1.1.0' } }
  const found = (more: Readonly<Record<string, unknown>>) => {
    const packument = parseNpmPackument('a', { 'dist-tags': { latest: '1.1.0' }, versions, ...more })
    if (packument === undefined) throw new Error('the description is invalid')
    return { status: 'found' as const, packument }
  }
  const registry: NpmRegistry = {
    ...createNpmRegistry({ network: createNetwork({ allowedNetworks: [] }), registry: 'http://127.0.0.1:9/' }),
    packument: async () => {
      requests.push('short')
      return found(fields)
    },
    publication: async (name) => {
      requests.push('complete')
      running += 1
      most = Math.max(most, running)
      await setImmediate()
      running -= 1
      if (name === 'broken') throw new Error('no connection')
      return {
        ...found({ time }),
        releaseOf: () => {
          throw new Error('a release was requested')
        },
      }
    },
  }
  return { registry, requests, mostAtOnce: () => most }
}

async function versionsIn({ packument }: NpmRegistry): Promise<string[]> {
  const answer = await packument('a')
  return answer.status === 'found' ? Object.keys(answer.packument.versions) : []
}

const snapshotOf = (npmRegistry: NpmRegistry, at: Date) => registrySnapshot(sourceContext({ npmRegistry }), at)

describe('a registry that does not state when a package changed', () => {
  it('is read as of a time by the times of the versions', async () => {
    const { registry, requests } = registryOf({ time })
    expect(await versionsIn(snapshotOf(registry, lastWeek).npmRegistry)).toEqual(['1.0.0'])
    expect(await versionsIn(npmRegistryBefore(registry, lastWeek, () => false))).toEqual(['1.0.0'])
    expect(requests).toEqual(['short', 'short'])
  })

  it('is asked for the times only where a project sets an age', async () => {
    const { registry, requests } = registryOf({})
    const snapshot = snapshotOf(registry, takenAt).npmRegistry
    expect(await versionsIn(snapshot)).toEqual(['1.0.0', '1.1.0'])
    expect(requests).toEqual(['short'])
    expect(await versionsIn(npmRegistryBefore(snapshot, lastWeek, () => false))).toEqual(['1.0.0'])
    expect(await versionsIn(npmRegistryBefore(snapshot, lastWeek, (name) => name === 'a'))).toEqual(['1.0.0', '1.1.0'])
    expect(requests).toEqual(['short', 'complete'])
  })

  it('is asked for three complete descriptions at a time, also after a failed one', async () => {
    const { registry, requests, mostAtOnce } = registryOf({})
    const { packument } = npmRegistryBefore(registry, lastWeek, () => false)
    const names = ['broken', ...Array.from({ length: 20 }, (_, index) => `a${index}`)]
    const answers = await Promise.allSettled(names.map((name) => packument(name)))
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(requests.filter((request) => request === 'complete')).toHaveLength(21)
    expect(mostAtOnce()).toBe(3)
  })
})
