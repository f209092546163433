import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { frameOf } from '../../../../src/engine/isolation/frames.ts'
import { FetcherConnection } from '../../../../src/service/scans/process/fetcher/fetcher-connection.ts'
import { scanProcessLimits } from '../../../../src/service/scans/process/scan-process-limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it.each([
  ['does not start', '{"kind":"beat"}', 1],
  ['starts in time', '{"kind":"ready"}', 0],
])('a fetcher that %s', (_what, message, times) => {
  const socket = new Socket()
  const onLate = vi.fn()
  const onInvalid = vi.fn()
  const settings = { upstreams: [], allowedNetworks: [] }
  const connection = new FetcherConnection(
    { socket },
    { settings, onLate, onInvalid, onReady: () => {}, onBeat: () => {} },
  )
  expect(connection).toBeInstanceOf(FetcherConnection)
  socket.emit('data', frameOf(message))
  vi.advanceTimersByTime(scanProcessLimits.startTimeoutMs)
  expect(onLate).toHaveBeenCalledTimes(times)
  expect(onInvalid).not.toHaveBeenCalled()
  socket.destroy()
})
