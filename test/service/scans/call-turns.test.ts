import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createCallTurns } from '../../../src/service/scans/process/call-turns.ts'
import { scanProcessLimits } from '../../../src/service/scans/process/scan-process-limits.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'

withRealSockets()

it.each([true, false])(
  'a process that does not read its answers gets no more (stored results: %s)',
  async (usesResults) => {
    await using stack = new AsyncDisposableStack()
    const server = stack.adopt(createServer().listen(0, '127.0.0.1'), (one) => void one.close())
    await once(server, 'listening')
    const address = server.address()
    const far = stack.adopt(connect((address as AddressInfo).port), (one) => void one.destroy())
    far.pause()
    const [near] = (await once(server, 'connection')) as [Socket]
    stack.adopt(near, (one) => void one.destroy())
    const turns = createCallTurns(near)
    const answerBytes = 100_000
    const ask = () => turns.take(async () => void near.write(Buffer.alloc(answerBytes)), { usesResults, bytes: 10 })
    let refused: unknown
    for (let asked = 0; asked < 2_000 && refused === undefined; asked++) {
      try {
        ask()
      } catch (error) {
        refused = error
      }
      await setImmediate()
    }
    expect(refused).toEqual(new Error('too many calls have no answer'))
    expect(near.writableLength).toBeLessThanOrEqual(scanProcessLimits.maxRunningCalls * answerBytes)
  },
)
