import { describe, expect, it, vi } from 'vitest'
import { createTurns, type Turn } from '../../../src/engine/isolation/turns.ts'
import { boundsWith, collected, hostilePool } from './support/hostile-pool.ts'
import { filesThatSay } from './support/told-files.ts'

const never = new AbortController().signal
const one = {}
const other = {}
const third = {}

/** Tracks whether a turn has come. */
function followed(turn: Promise<Turn>): { readonly turn: Promise<Turn>; readonly hasCome: () => Promise<boolean> } {
  let come = false
  void turn.then(() => (come = true))
  return { turn, hasCome: () => new Promise((resolve) => setImmediate(() => resolve(come))) }
}

describe('turns', () => {
  it('are as many as there are, and go to who waits when one is given back', async () => {
    const turns = createTurns({ count: 2, turnMs: 60_000 })
    const first = await turns.take(one, never)
    await turns.take(one, never)
    const waiting = followed(turns.take(one, never))
    expect(await waiting.hasCome()).toBe(false)
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(await waiting.hasCome()).toBe(true)
    expect(await followed(turns.take(one, never)).hasCome()).toBe(false)
  })

  it('go first to who has the fewest', async () => {
    const turns = createTurns({ count: 2, turnMs: 60_000 })
    const first = await turns.take(one, never)
    await turns.take(one, never)
    const again = followed(turns.take(one, never))
    const late = followed(turns.take(other, never))
    first[Symbol.dispose]()
    expect([await again.hasCome(), await late.hasCome()]).toEqual([false, true])
  })

  it('are over at once for who has two more than one who waits', async () => {
    const turns = createTurns({ count: 3, turnMs: 60_000 })
    const mine = await Promise.all([turns.take(one, never), turns.take(one, never), turns.take(one, never)])
    expect(mine.map(({ isOver }) => isOver)).toEqual([false, false, false])
    void turns.take(one, never)
    expect(mine[0]?.isOver).toBe(false)
    void turns.take(other, never)
    expect(mine[0]?.isOver).toBe(true)
    mine[0]?.[Symbol.dispose]()
    expect(mine[1]?.isOver).toBe(false)
  })

  it('are over after their time for who has one more', async () => {
    const turns = createTurns({ count: 1, turnMs: 0 })
    const mine = await turns.take(one, never)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(mine.isOver).toBe(false)
    void turns.take(other, never)
    expect(mine.isOver).toBe(true)
    const patient = createTurns({ count: 1, turnMs: 60_000 })
    const kept = await patient.take(one, never)
    void patient.take(other, never)
    expect(kept.isOver).toBe(false)
  })

  it('are not kept for who has stopped waiting', async () => {
    const turns = createTurns({ count: 1, turnMs: 60_000 })
    const first = await turns.take(one, never)
    const gone = new AbortController()
    const waiting = turns.take(other, gone.signal)
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(turns.take(other, gone.signal)).rejects.toThrow('gone')
    const late = followed(turns.take(third, never))
    first[Symbol.dispose]()
    expect(await late.hasCome()).toBe(true)
  })
})

describe('scans at the same time', () => {
  it('each get a child in turn, and never one that has seen files of another', async () => {
    const pool = hostilePool({ children: 1, limits: boundsWith({ turnMs: 100, maxFilesAhead: 1 }) })
    await using large = pool.open(AbortSignal.timeout(60_000))
    await using small = pool.open(AbortSignal.timeout(60_000))
    const ofLarge = new Set<unknown>()
    let doneOfLarge = 0
    const all = (async () => {
      for await (const outcome of large.run(
        'do-as-told',
        filesThatSay(Array.from({ length: 400 }, () => 'identity-soon')),
      )) {
        doneOfLarge++
        ofLarge.add('result' in outcome ? outcome.result : outcome.failure)
      }
    })()
    await vi.waitFor(() => expect(doneOfLarge).toBeGreaterThan(0), { timeout: 20_000 })
    const outcomes = await collected(small, filesThatSay(['identity']))
    expect(doneOfLarge).toBeLessThan(400)
    await all
    expect(doneOfLarge).toBe(400)
    const ofSmall = outcomes.map((outcome) => ('result' in outcome ? outcome.result : outcome.failure))
    expect(ofSmall).toEqual([expect.any(Number)])
    expect([...ofLarge]).not.toContain(ofSmall[0])
  })
})
