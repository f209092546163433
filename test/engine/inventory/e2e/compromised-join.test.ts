import pino from 'pino'
import { expect, it } from 'vitest'
import { readProjectComponents } from '../../../../src/engine/inventory/project-components.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { projectSnapshot } from '../project-snapshot.ts'

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

it('limits and cleans all texts of a compromised child, and writes the sentences itself', async () => {
  await using isolation = createIsolationPool({
    tasks: new URL('../support/lying-tasks.ts', import.meta.url),
    log: pino({ level: 'silent' }),
  })
  const inventory = await readProjectComponents(
    { ...sourceContext({ signal: AbortSignal.timeout(60_000) }), isolation },
    projectSnapshot({ 'requirements.txt': 'a==1.0.0\n' }),
  )
  expect(inventory.method).toMatch(
    /^Read from \uFFFDgood.*\. Read without a lockfile, so only exact versions: \uFFFDgood/,
  )
  const texts = textsIn(inventory)
  expect(texts.filter((text) => /[\p{Cc}\p{Cf}]/u.test(text))).toEqual([])
  expect(Math.max(...texts.map((text) => text.length))).toBe(8_193)
  expect(inventory.method.length).toBeLessThan(600)
  const reasons = [inventory.unresolved, inventory.unreadable ?? [], inventory.reading?.unread ?? []]
    .flat()
    .map(({ reason }) => reason.length)
  expect(reasons).toEqual([201, 201, 201])
}, 60_000)
