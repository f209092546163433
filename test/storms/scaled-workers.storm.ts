import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { type AssayProcess, environment, startAssay } from '../support/assay-process.ts'
import { isAlive, type KnownProcess, withDescendants } from './process-tree.ts'
import { startStormService } from './storm-service.ts'
import { stormSize } from './storm-size.ts'
import { expectNothingLost, sendDeliveries, submitScans, tellOutcome, untilSettled } from './storm-traffic.ts'

const size = stormSize()
const mostWorkers = 3
/** `terminationGracePeriodSeconds` of the Kubernetes manifests. The orchestrator then kills the process. */
const graceSeconds = 60

it(
  'loses nothing when an autoscaler starts workers and stops them a few seconds later',
  async () => {
    await using cluster = await freshCluster({ max_connections: '200' })
    await using database = await cluster.database()
    await using service = await startStormService({ database, minutes: size.minutes })
    await using stack = new AsyncDisposableStack()
    const running: AssayProcess[] = [...service.workers]
    const everRun: AssayProcess[] = [...running]
    const everStarted: KnownProcess[] = []
    const ends: { readonly code: number | null; readonly seconds: number }[] = []
    const settingsOf = (name: string) => ({ ...service.settings, ASSAY_DATA_DIR: join(service.folder, name) })

    const start = async () => {
      const started = await startAssay(settingsOf(`scaled-${everRun.length}`), [process.execPath, 'assay.js', 'worker'])
      stack.defer(async () => void (await started.end('SIGKILL')))
      running.push(started)
      everRun.push(started)
    }
    const stop = async () => {
      const [chosen] = running.splice(Math.floor(Math.random() * running.length), 1)
      if (!chosen) return
      everStarted.push(...withDescendants(chosen.pid))
      const stoppedAt = performance.now()
      const code = await chosen.end('SIGTERM')
      ends.push({ code, seconds: (performance.now() - stoppedAt) / 1_000 })
    }
    /** Stops a worker before it is ready. It may not have installed its handler, so the signal may end it. */
    const stopWhileStarting = async (number: number) => {
      const child = spawn(process.execPath, ['assay.js', 'worker'], {
        env: environment(settingsOf(`brief-${number}`)),
        stdio: 'ignore',
      })
      const exit = once(child, 'exit')
      await pause(Math.random() * 3_000)
      everStarted.push(...withDescendants(child.pid ?? 0))
      child.kill('SIGTERM')
      const [code, signal] = (await exit) as [number | null, NodeJS.Signals | null]
      expect(code ?? signal).toBeOneOf([0, 'SIGTERM'])
    }
    const changes = 2 * size.kills
    const scans: string[] = []
    const scale = async () => {
      for (let change = 0; change < changes; change += 1) {
        scans.push(...(await submitScans(service, Math.ceil(size.scans / changes))))
        await pause(Math.random() * 3_000)
        if (change % 4 === 3) await stopWhileStarting(change)
        else if (running.length === 0 || (running.length < mostWorkers && Math.random() < 0.5)) await start()
        else await stop()
      }
      if (running.length === 0) await start()
    }

    const [events] = await Promise.all([sendDeliveries(service, size.deliveries), scale()])
    const settledSeconds = await untilSettled(service)
    while (running.length > 0) await stop()
    const orphans = () => everStarted.filter((one) => isAlive(one))
    await vi.waitFor(() => expect(orphans()).toEqual([]), { timeout: 10_000 }).catch(() => {})
    const seconds = ends.map((end) => end.seconds).toSorted((one, other) => one - other)
    await expectNothingLost(service, { scans, events }, (counts) =>
      tellOutcome('scaled workers', {
        workers: everRun.length,
        stopped: ends.length,
        secondsToStop: { median: seconds[Math.floor(seconds.length / 2)], longest: seconds.at(-1) },
        settledSeconds,
        ...counts,
        orphans: orphans().length,
      }),
    )
    expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0))
    expect(seconds.at(-1)).toBeLessThan(graceSeconds)
    expect(orphans()).toEqual([])
    expect(await service.web.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)
