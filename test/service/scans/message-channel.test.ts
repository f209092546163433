import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import {
  type MessageChannel,
  type MessageSize,
  MessageTooLarge,
  openMessageChannel,
} from '../../../src/service/scans/process/message-channel.ts'
import { scanProcessLimits } from '../../../src/service/scans/process/scan-process-limits.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'

withRealSockets()

/** Opens a channel between a worker and a process, and records what each side receives. */
async function openChannel(onMessage: (message: unknown) => void = () => {}) {
  await using stack = new AsyncDisposableStack()
  const server = stack.adopt(createServer(), (one) => void one.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const near = stack.adopt(connect(address.port, '127.0.0.1'), (one) => void one.destroy())
  const [far] = (await once(server, 'connection')) as [Socket]
  stack.adopt(far, (one) => void one.destroy())
  const received: Record<'worker' | 'process', unknown[]> = { worker: [], process: [] }
  const invalid: string[] = []
  const open = (socket: Socket, side: 'worker' | 'process'): MessageChannel =>
    openMessageChannel(
      socket,
      side,
      (message) => {
        received[side].push(message)
        if (side === 'worker') onMessage(message)
      },
      (reason) => invalid.push(`${side}: ${reason}`),
    )
  const opened = stack.move()
  return {
    worker: open(near, 'worker'),
    process: open(far, 'process'),
    far,
    received,
    invalid,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const manyValues = { values: Array.from({ length: scanProcessLimits.maxValues + 1 }, () => 0) }

it('passes on messages in both directions', async () => {
  await using channel = await openChannel()
  channel.worker.send({ kind: 'close' })
  channel.process.send({ kind: 'beat', text: '\u{1f512} a, b' })
  await vi.waitFor(() => expect(channel.received.worker).toEqual([{ kind: 'beat', text: '\u{1f512} a, b' }]))
  await vi.waitFor(() => expect(channel.received.process).toEqual([{ kind: 'close' }]))
})

it('limits the number of values of a process, and not of a worker', async () => {
  await using channel = await openChannel()
  expect(() => channel.process.send(manyValues)).toThrow(MessageTooLarge)
  channel.worker.send(manyValues)
  await vi.waitFor(() => expect(channel.received.process).toEqual([manyValues]), { timeout: 20_000 })
  expect(channel.invalid).toEqual([])
})

it('refuses such a message of a process that does not limit itself', async () => {
  await using channel = await openChannel()
  const body = Buffer.from(JSON.stringify(manyValues))
  const width = Buffer.alloc(4)
  width.writeUInt32BE(body.length)
  channel.far.write(Buffer.concat([width, body]))
  await vi.waitFor(() => expect(channel.invalid).toEqual(['worker: it sent a message of an unknown form']), {
    timeout: 20_000,
  })
  expect(channel.received.worker).toEqual([])
})

it('leaves half of the time to other work if a process sends messages without a pause', async () => {
  await using channel = await openChannel((message) => {
    received += 1
    // Handling each message takes long.
    for (const end = performance.now() + 30; performance.now() < end;);
    expect(message).toHaveProperty('text')
  })
  let received = 0
  const startedAt = performance.now()
  for (let sent = 0; sent < 20; sent++) channel.process.send({ text: 'a'.repeat(100_000) })
  await vi.waitFor(() => expect(received).toBe(20), { timeout: 20_000 })
  expect(performance.now() - startedAt).toBeGreaterThan(1_000)
})

it('sends nothing that exceeds a limit on several messages', async () => {
  await using channel = await openChannel()
  let bytes = 0
  const exceeds = (size: MessageSize) => (bytes += size.bytes) > 100
  channel.process.send({ text: 'a'.repeat(40) }, exceeds)
  expect(() => channel.process.send({ text: 'b'.repeat(60) }, exceeds)).toThrow(MessageTooLarge)
  channel.process.send({ kind: 'failed' })
  await vi.waitFor(() => expect(channel.received.worker).toEqual([{ text: 'a'.repeat(40) }, { kind: 'failed' }]))
})
