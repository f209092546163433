import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it, vi } from 'vitest'
import { createBodyMemory } from '../../../src/service/github/body-memory.ts'
import { githubAppLimits } from '../../../src/service/github/github-app-limits.ts'
import { deliveriesPath, githubRouter } from '../../../src/service/github/github-router.ts'

it('the body of a delivery without a signature is read, but not kept in memory', async () => {
  const kept: number[] = []
  const door = {
    receive: async ({ body }: { readonly body: Buffer }) => {
      kept.push(body.length)
      return { status: 401, message: 'No.' } as const
    },
  }
  const server = express().use(githubRouter({ door })).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const send = async (bytes: number, signature?: string) => {
    const { status } = await fetch(`http://127.0.0.1:${port}${deliveriesPath}`, {
      method: 'POST',
      body: Buffer.alloc(bytes),
      headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
    })
    return status
  }
  const signature = `sha256=${'0'.repeat(64)}`
  expect(await send(1_000_000)).toBe(401)
  expect(await send(1_000_000, 'sha256=')).toBe(401)
  expect(await send(1_000_000, signature)).toBe(401)
  expect(kept).toEqual([0, 0, 1_000_000])
  expect(await send(githubAppLimits.maxDeliveryBytes + 1)).toBe(413)
  expect(await send(githubAppLimits.maxDeliveryBytes + 1, signature)).toBe(413)
  server.close()
})

it('large bodies that arrive at the same time share the memory, and small ones are always received', async () => {
  const memory = createBodyMemory({ maxSharedBodyBytes: 3_000_000, freeBodyBytes: 100_000 })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let waiting = 0
  const door = {
    receive: async () => {
      waiting += 1
      await released
      return { status: 202, message: 'Yes.' } as const
    },
  }
  const server = express().use(githubRouter({ door, memory })).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const send = (bytes: number) =>
    fetch(`http://127.0.0.1:${port}${deliveriesPath}`, {
      method: 'POST',
      body: Buffer.alloc(bytes),
      headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    })
  const first = send(2_000_000)
  await vi.waitFor(() => expect(waiting).toBe(1))
  const refused = await send(2_000_000)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  const small = send(90_000)
  await vi.waitFor(() => expect(waiting).toBe(2))
  release()
  expect([(await first).status, (await small).status]).toEqual([202, 202])
  expect((await send(2_000_000)).status).toBe(202)
  server.close()
})
