import { describe, expect, it } from 'vitest'
import { countStalls, noteStalls } from '../../../src/service/db/scans/source-stalls.ts'
import { createWorkClock } from '../../../src/engine/isolation/work-clock.ts'
import { createStallContext, suspect } from '../../../src/service/scans/stalls/suspicion.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db } = await testDatabase()
const never = new AbortController().signal
const yesterday = new Date(Date.now() - 24 * 60 * 60_000)
const longAgo = new Date(0)
const scan = (id: string, force = false) => ({ id, force, createdAt: new Date() })

/** For scans whose duration does not matter. */
const unwatched = createWorkClock({ workMs: Infinity })

/** Returns the sources that a stall would be recorded for now, by scan. */
function stallContext() {
  const inWork = new Map<string, string>()
  return {
    inWork,
    ...createStallContext(db, { begin: (id, key) => void inWork.set(id, key), end: (id) => void inWork.delete(id) }),
  }
}

describe('a scan that waits for its turn', () => {
  it('is not in work', async () => {
    const context = stallContext()
    await noteStalls(db, ['waits-once'], { now: new Date(), isAlone: false })
    using alone = suspect(context, scan('alone'), unwatched)
    using waiting = suspect(context, scan('waiting'), unwatched)
    await alone.enterRevision('first', never)
    await waiting.enterTarget({ type: 'npm', name: 'a', selector: 'latest' }, never)
    expect([...context.inWork.keys()]).toEqual(['alone', 'waiting'])
    const stop = new AbortController()
    const turn = waiting.enterRevision('waits-once', stop.signal)
    const ended = expect(turn).rejects.toThrow()
    await expect.poll(() => [...context.inWork.keys()]).toEqual(['alone'])
    stop.abort(new Error('enough'))
    await ended
  })

  it('uses no time for work, and ends when it has waited too long', async () => {
    const context = stallContext()
    await noteStalls(db, ['waits-long'], { now: new Date(), isAlone: false })
    using running = suspect(context, scan('running'), unwatched)
    await running.enterRevision('first', never)
    using clock = createWorkClock({ workMs: 100, waitMs: 400 })
    using waiting = suspect(context, scan('waiting'), clock)
    const startedAt = performance.now()
    await expect(waiting.enterRevision('waits-long', clock.signal)).rejects.toThrow('the wait took too long')
    expect(performance.now() - startedAt).toBeGreaterThan(390)
    expect(clock.usedUp).toBe('wait')
  })
})

describe('a forced scan', () => {
  it('of a source with two stalls runs alone, and lifts the quarantine when it completes', async () => {
    await noteStalls(db, ['forced', 'forced'], { now: yesterday, isAlone: true })
    const context = stallContext()
    using forced = suspect(context, scan('f', true), unwatched)
    await forced.enterRevision('forced', never)
    using other = suspect(context, scan('o'), unwatched)
    const turn = other.enterRevision('other', AbortSignal.timeout(200))
    await expect(turn).rejects.toThrow()
    await forced.settle()
    expect((await countStalls(db, 'forced', longAgo)).all).toBe(0)
    using again = suspect(stallContext(), scan('a'), unwatched)
    await again.enterRevision('forced', never)
  })

  it('has two stalls of its own', async () => {
    const one = scan('f', true)
    await noteStalls(db, ['own', 'own'], { now: new Date(one.createdAt.getTime() + 1), isAlone: true })
    using forced = suspect(stallContext(), one, unwatched)
    await expect(forced.enterRevision('own', never)).rejects.toMatchObject({ code: 'SOURCE_HOSTILE' })
  })
})

describe('a suspect that fails', () => {
  it('is not cleared by that', async () => {
    await noteStalls(db, ['fails'], { now: new Date(), isAlone: false })
    using suspicion = suspect(stallContext(), scan('s'), unwatched)
    await suspicion.enterRevision('fails', never)
    await suspicion.settle({ code: 'SCAN_TIMEOUT' })
    expect((await countStalls(db, 'fails', longAgo)).all).toBe(1)
    await suspicion.settle()
    expect((await countStalls(db, 'fails', longAgo)).all).toBe(0)
  })
})

describe('stalls of a source on two workers', () => {
  it('do not convict it while each had another suspect: it runs once more, alone', async () => {
    await noteStalls(db, ['beside', 'hostile-a'], { now: new Date(), isAlone: false })
    await noteStalls(db, ['beside', 'hostile-b'], { now: new Date(), isAlone: false })
    using suspicion = suspect(stallContext(), scan('s'), unwatched)
    await suspicion.enterRevision('beside', never)
    await suspicion.settle()
    expect(await countStalls(db, 'beside', longAgo)).toEqual({ all: 0, alone: 0 })
  })

  it('convict it once one of them had no other suspect', async () => {
    await noteStalls(db, ['stalls-twice', 'other'], { now: new Date(), isAlone: false })
    using once = suspect(stallContext(), scan('once'), unwatched)
    await once.enterRevision('stalls-twice', never)
    await noteStalls(db, ['stalls-twice'], { now: new Date(), isAlone: true })
    using twice = suspect(stallContext(), scan('twice'), unwatched)
    await expect(twice.enterRevision('stalls-twice', never)).rejects.toMatchObject({ code: 'SOURCE_HOSTILE' })
  })
})
