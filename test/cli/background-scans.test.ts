import { describe, expect, it } from 'vitest'
import { type BackgroundScan, BackgroundScans } from '../../src/cli/mcp/background-scans.ts'
import { backgroundScanLimits } from '../../src/cli/mcp/background-scan-limits.ts'
import type { ScanReport } from '../../src/engine/model/scan-report.ts'

const report: ScanReport = { target: 'x', verdict: 'pass', findings: [] }

/** Creates scans that the test ends, and counts how many run at the same time. */
function openScans() {
  const errors: unknown[] = []
  const scans = new BackgroundScans((error) => errors.push(error))
  const ends = new Map<string, () => void>()
  let running = 0
  let maxRunning = 0
  const start = (name: string): BackgroundScan =>
    scans.start(name, name, async ({ signal }) => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      const { promise, resolve, reject } = Promise.withResolvers<ScanReport>()
      ends.set(name, () => resolve(report))
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise.finally(() => (running -= 1))
    })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { scans, start, errors, settle, maxRunning: () => maxRunning, end: (name: string) => ends.get(name)?.() }
}

const quiet = { onProgress: () => {}, signal: new AbortController().signal }

describe('scans in the background', () => {
  it('run at most two at once, and refuse more than the queue holds', async () => {
    const { scans, start, settle, maxRunning, end } = openScans()
    const names = Array.from(
      { length: backgroundScanLimits.maxRunning + backgroundScanLimits.maxQueued },
      (_, index) => `scan ${index}`,
    )
    const started = names.map(start)
    expect(() => start('one more')).toThrow('scans are waiting')
    await settle()
    for (const name of names) {
      end(name)
      await settle()
    }
    expect(started.map(({ outcome }) => outcome?.status)).toEqual(names.map(() => 'finished'))
    expect(maxRunning()).toBe(backgroundScanLimits.maxRunning)
    expect(new Set(started.map(({ id }) => id)).size).toBe(names.length)
    await scans[Symbol.asyncDispose]()
  })

  it('keep their number when a waiting scan is cancelled', async () => {
    const { scans, start, settle, maxRunning, end } = openScans()
    const [one, two, three, four] = ['1', '2', '3', '4'].map(start)
    if (!one || !two || !three || !four) throw new Error('four scans')
    const cancel = new AbortController()
    const waiting = scans.wait(three, { ...quiet, seconds: 50, signal: cancel.signal })
    cancel.abort()
    await waiting
    await settle()
    expect([one, two, three, four].map(({ outcome }) => outcome?.status)).toEqual([
      undefined,
      undefined,
      'cancelled',
      undefined,
    ])
    end('1')
    await settle()
    end('4')
    end('2')
    await settle()
    expect([one, two, four].map(({ outcome }) => outcome?.status)).toEqual(['finished', 'finished', 'finished'])
    expect(maxRunning()).toBe(2)
  })

  it('go on if another request still waits, and end with the last one', async () => {
    const { scans, start, settle } = openScans()
    const scan = start('shared')
    const [first, second] = [new AbortController(), new AbortController()]
    const waits = [first, second].map(({ signal }) => scans.wait(scan, { ...quiet, seconds: 50, signal }))
    first.abort()
    await settle()
    expect(scan.outcome).toBeUndefined()
    second.abort()
    await Promise.all(waits)
    await settle()
    expect(scan.outcome?.status).toBe('cancelled')
  })

  it('continue after a wait that is over', async () => {
    const { scans, start, settle, end } = openScans()
    const scan = start('long')
    await scans.wait(scan, { ...quiet, seconds: 0.01 })
    expect(scan.outcome).toBeUndefined()
    end('long')
    await settle()
    expect(scan.outcome?.status).toBe('finished')
  })

  it('report crashes to the log only', async () => {
    const { scans, errors, settle } = openScans()
    const scan = scans.start('crash', 'crash', () => Promise.reject(new Error('/secret/path')))
    await settle()
    expect(scan.outcome).toEqual({ status: 'crashed' })
    expect(errors).toEqual([new Error('/secret/path')])
  })

  it('end when the server ends', async () => {
    const { scans, start, settle } = openScans()
    const started = ['1', '2', '3'].map(start)
    await settle()
    await scans[Symbol.asyncDispose]()
    expect(started.map(({ outcome }) => outcome?.status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})
