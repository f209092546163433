import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorkClock } from '../../../src/engine/isolation/work-clock.ts'
import { boundsWith, collected, hostilePool } from './support/hostile-pool.ts'
import { filesThatSay } from './support/told-files.ts'

describe('a work clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends work when its time is used up', () => {
    using clock = createWorkClock({ workMs: 1_000 })
    vi.advanceTimersByTime(999)
    expect([clock.usedUp, clock.workedMs]).toEqual([undefined, 999])
    vi.advanceTimersByTime(1)
    expect([clock.usedUp, clock.signal.aborted]).toEqual(['work', true])
  })

  it('does not count pauses, which may overlap', () => {
    using clock = createWorkClock({ workMs: 1_000 })
    vi.advanceTimersByTime(500)
    const pauses = [clock.pause(), clock.pause()]
    vi.advanceTimersByTime(10_000)
    pauses[0]?.[Symbol.dispose]()
    pauses[0]?.[Symbol.dispose]()
    vi.advanceTimersByTime(10_000)
    expect([clock.usedUp, clock.workedMs]).toEqual([undefined, 500])
    pauses[1]?.[Symbol.dispose]()
    vi.advanceTimersByTime(499)
    expect(clock.usedUp).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(clock.usedUp).toBe('work')
  })

  it('runs while one part works, whatever others wait for', () => {
    using clock = createWorkClock({ workMs: 1_000 })
    clock.pause()
    const work = clock.work()
    vi.advanceTimersByTime(400)
    work[Symbol.dispose]()
    vi.advanceTimersByTime(5_000)
    expect([clock.usedUp, clock.workedMs]).toEqual([undefined, 400])
  })

  it('ends waiting when all pauses together take too long', () => {
    using clock = createWorkClock({ workMs: 1_000, waitMs: 600 })
    for (let round = 0; round < 2; round++) {
      const pause = clock.pause()
      vi.advanceTimersByTime(299)
      pause[Symbol.dispose]()
    }
    expect(clock.usedUp).toBeUndefined()
    clock.pause()
    vi.advanceTimersByTime(2)
    expect([clock.usedUp, clock.workedMs]).toEqual(['wait', 0])
  })
})

describe('work that waits for a child of another scan', () => {
  it('uses none of its own time, nor of its scan', async () => {
    const pool = hostilePool({ children: 1, limits: boundsWith({ turnMs: 60_000, fileTimeoutMs: 2_000 }) })
    await using large = pool.open(AbortSignal.timeout(60_000))
    const startedAt = performance.now()
    const held = collected(large, filesThatSay(['loop'])).then(() => performance.now() - startedAt)
    using clock = createWorkClock({ workMs: Infinity })
    using clockOfScan = createWorkClock({ workMs: Infinity })
    await using scan = pool.forScan(clockOfScan)
    await using small = scan.open(AbortSignal.timeout(60_000), undefined, clock)
    expect(await collected(small, filesThatSay(['count abc']))).toEqual([{ path: 'file-0', result: { characters: 3 } }])
    const [tookMs, waitedMs] = [performance.now() - startedAt, await held]
    expect(waitedMs).toBeGreaterThan(1_400)
    for (const { workedMs } of [clock, clockOfScan]) expect(workedMs).toBeLessThan(tookMs - waitedMs + 200)
  })

  it('uses its own time once it has the child', async () => {
    const pool = hostilePool({ children: 1 })
    using clock = createWorkClock({ workMs: 1_500 })
    await using work = pool.open(clock.signal, undefined, clock)
    await expect(collected(work, filesThatSay(['loop']))).rejects.toThrow('there is no time left')
    expect(clock.usedUp).toBe('work')
  })
})
