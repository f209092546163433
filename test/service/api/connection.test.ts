import type { Request, Response } from 'express'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { Authentication } from '../../../src/service/api/authentication.ts'
import { connectionOf } from '../../../src/service/api/connection.ts'
import { leftByYoungCollections } from '../../support/young-garbage.ts'

const connectionTo = (response: object, request: object = {}) =>
  connectionOf({} as Authentication, 'anyone', undefined, { headers: {}, ...request } as Request, response as Response)

it('a connection leaves request and response to the collections of young objects', async () => {
  const connect = (): void => {
    // About 40 kB.
    const held = Array.from({ length: 1_000 }, (_, index) => ({ index }))
    connectionTo({ held }, { held })
  }
  for (let round = 0; round < 100; round += 1) connect()
  const left = await leftByYoungCollections(() => {
    for (let round = 0; round < 1_000; round += 1) connect()
  })
  expect(left / 1_000).toBeLessThan(1_000)
})

it('a connection tells that the client went away, before it is asked or after', () => {
  const response = Object.assign(new EventEmitter(), { destroyed: false })
  const { signal } = connectionTo(response)
  expect(signal.aborted).toBe(false)
  response.emit('close')
  expect(signal.aborted).toBe(true)
  expect(connectionTo(Object.assign(new EventEmitter(), { destroyed: true })).signal.aborted).toBe(true)
})
