import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type ClockReading, clockSteps } from './clock-steps.ts'
import { forgetFuture } from './forget-future.ts'

const lookMs = 5_000

/**
 * Logs steps of the database's clock and corrects the queue after them. Checks immediately, because the clock may have
 * been set while no process was running, and then every five seconds. The timer does not keep the process alive.
 */
export function watchDatabaseClock({ boss, log }: { readonly boss: PgBoss; readonly log: Logger }): Disposable {
  const stepBefore = clockSteps()
  /** True if the queue may still contain times in the future. */
  let isPending = true
  let isLooking = false
  let isOver = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await compare()
      if (isPending) await bringBack()
    } catch (error) {
      log.debug({ err: error }, 'database clock not read')
    } finally {
      isLooking = false
    }
  }

  async function compare(): Promise<void> {
    const movedMs = stepBefore(await readClock(boss))
    if (movedMs === 0) return
    log.warn(
      { seconds: Math.round(movedMs / 1_000) },
      movedMs < 0 ? 'database clock set back' : 'database clock set forward',
    )
    if (movedMs < 0) isPending = true
  }

  async function bringBack(): Promise<void> {
    try {
      isPending = !(await forgetFuture(boss))
    } catch (error) {
      if (!isOver) log.warn({ err: error }, 'queue times not corrected after a clock change, retry scheduled')
    }
  }

  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  void look()
  return {
    [Symbol.dispose]() {
      isOver = true
      clearInterval(timer)
    },
  }
}

async function readClock(boss: PgBoss): Promise<ClockReading> {
  const askedAt = performance.now()
  const { rows } = await boss.getDb().executeSql(`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
  return { databaseMs: Number(rows[0]?.ms), askedAt, answeredAt: performance.now() }
}
