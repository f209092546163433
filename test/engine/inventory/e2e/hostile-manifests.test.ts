import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { readProjectComponents } from '../../../../src/engine/inventory/project-components.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { isolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { projectSnapshot } from '../project-snapshot.ts'

const pool = createIsolationPool({
  tasks: new URL('../support/stalling-tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
  limits: { ...isolationLimits, fileTimeoutMs: 1_000 },
})
afterAll(() => pool[Symbol.asyncDispose]())

const inventoryOf = (files: Readonly<Record<string, string>>) =>
  readProjectComponents(
    { ...sourceContext({ signal: AbortSignal.timeout(100_000) }), isolation: pool },
    projectSnapshot(files),
  )
const requirements = 'a==1.0.0\n'

describe('a manifest in whose reading its child', () => {
  it.each([
    ['computes without end', 'took longer than 1 s'],
    ['ends its process', expect.stringMatching(/^its parser crashed \((?:exit code 1|SIGABRT)\)$/)],
  ])(
    '%s is named, and the others are read',
    async (deed, reason) => {
      const inventory = await inventoryOf({
        'a/requirements.txt': requirements,
        'b/requirements.txt': `# read-manifest ${deed}\n`,
        'c/requirements.txt': 'c==3.0.0\n',
      })
      expect(inventory.components.map(({ name }) => name)).toEqual(['a', 'c'])
      expect(inventory.unreadable).toEqual([{ path: 'b/requirements.txt', reason }])
    },
    120_000,
  )
})

describe('a project whose manifests, put together,', () => {
  it.each(['computes without end', 'ends its process'])(
    'cost their child its life twice (%s) is hostile',
    async (deed) => {
      // The task that joins manifests sees the path of the file.
      const files = { [`join-manifests ${deed}/requirements.txt`]: requirements }
      await expect(inventoryOf(files)).rejects.toMatchObject({ name: 'ScanFailure', code: 'SOURCE_HOSTILE' })
    },
    120_000,
  )
})

describe('a join that fails', () => {
  it.each(['throws', 'is killed'])(
    'by what may be our fault or the fault of the machine (%s) does not blame the source',
    async (deed) => {
      const ended = await inventoryOf({ [`join-manifests ${deed}/requirements.txt`]: requirements }).catch(
        (error: unknown) => error,
      )
      expect(ended).toMatchObject({
        name: 'Error',
        message: expect.stringContaining('could not be combined') as string,
      })
    },
    120_000,
  )

  it('needs more room than its readings is no failure', async () => {
    const packages = Object.fromEntries(
      Array.from({ length: 22_500 }, (_, index) => {
        const integrity = createHash('sha512').update(String(index)).digest('base64')
        return [
          `node_modules/package-${index}`,
          {
            version: `1.${index}.0`,
            resolved: `https://registry.example/package-${index}/-/package-${index}-1.${index}.0.tgz`,
            integrity: `sha512-${integrity.slice(0, 30)}`,
          },
        ]
      }),
    )
    const { components } = await inventoryOf({
      'package-lock.json': JSON.stringify({
        name: 'a',
        lockfileVersion: 3,
        packages: { '': { name: 'a' }, ...packages },
      }),
    })
    expect(components).toHaveLength(22_500)
  }, 120_000)
})

describe('what is read beside a manifest', () => {
  it('comes from the project and from nowhere else', async () => {
    const { components, unresolved } = await inventoryOf({
      'requirements.txt': '-r more/other.in\n-r ../../../../etc/passwd\n-r missing.txt\n',
      'more/other.in': 'b==2.0.0\n',
    })
    expect(components.map(({ name }) => name)).toEqual(['b'])
    expect(unresolved.map(({ requested }) => requested).sort()).toEqual(['../../../../etc/passwd', 'missing.txt'])
  }, 120_000)

  it('is absent where its name is longer than any path', async () => {
    const { components, unreadable } = await inventoryOf({
      'requirements.txt': `-r ${'a/'.repeat(9_000)}b\nx==1.0.0\n`,
    })
    expect({ names: components.map(({ name }) => name), unreadable }).toEqual({ names: ['x'], unreadable: [] })
  }, 120_000)

  it('is the same in whatever child a file is read', async () => {
    const member = (index: number) => [
      `packages/p${index}/package.json`,
      JSON.stringify({ name: `p${index}`, dependencies: { [`d${index}`]: '1.0.0' } }),
    ]
    const files = {
      'package.json': JSON.stringify({ name: 'root', workspaces: ['packages/*'] }),
      ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => member(index))),
    }
    const [one, other] = [await inventoryOf(files), await inventoryOf(files)]
    expect(one.components).toHaveLength(50)
    expect(one).toEqual(other)
  }, 120_000)
})
