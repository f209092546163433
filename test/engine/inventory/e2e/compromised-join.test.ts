import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { readProjectComponents } from '../../../../src/engine/inventory/project-components.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { projectSnapshot } from '../project-snapshot.ts'

const isolation = createIsolationPool({
  tasks: new URL('../support/lying-tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
})
afterAll(() => isolation[Symbol.asyncDispose]())

const inventoryOf = (files: Readonly<Record<string, string>>) =>
  readProjectComponents(
    { ...sourceContext({ signal: AbortSignal.timeout(60_000) }), isolation },
    projectSnapshot({ 'requirements.txt': 'a==1.0.0\n', ...files }),
  )

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('a compromised child that merges manifests', () => {
  it('chooses names and codes, but no sentences', async () => {
    const inventory = await inventoryOf({})
    expect(inventory.method).toBe('Read from requirements.txt.')
    expect(inventory.unresolved.map(({ reason }) => reason)).toEqual(['no lockfile pins its version'])
    expect(inventory.unreadable).toEqual([{ path: 'requirements.txt', reason: 'is not JSON' }])
    expect(inventory.reading?.unread).toEqual([
      { path: 'requirements.txt', reason: 'is larger than 7 MiB, which is the limit', kind: 'packages' },
    ])
    const texts = textsIn(inventory)
    expect(texts.filter((text) => /[\p{Cc}\p{Cf}]/u.test(text))).toEqual([])
    expect(Math.max(...texts.map((text) => text.length))).toBe(8_193)
    expect(Math.max(...textsIn(inventory.unresolved).map((text) => text.length))).toBe(201)
  }, 60_000)

  it('fails the scan if it sends prose', async () => {
    await expect(inventoryOf({ 'prose/requirements.txt': 'b==1.0.0\n' })).rejects.toThrow(
      'could not be combined: the process returned an invalid result.',
    )
  }, 60_000)
})

describe('a compromised child that reads a manifest', () => {
  it('does not choose the sentence about it', async () => {
    const inventory = await inventoryOf({ 'unreadable/requirements.txt': 'b==1.0.0\n' })
    expect(inventory.unreadable).toEqual([
      { path: 'unreadable/requirements.txt', reason: 'could not be read: its reader returned an invalid result' },
    ])
  }, 60_000)
})
