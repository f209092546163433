import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createErrorTeller } from '../../../src/service/queue/repeated-errors.ts'

describe('errors that come again and again', () => {
  it('are logged once in ten seconds, with the number of omitted ones, and others at once', () => {
    const lines: { msg: string; leftOut?: number; job?: string }[] = []
    let at = 0
    const tell = createErrorTeller(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }), () => at)
    for (const job of ['a', 'b', 'c']) tell(new Error('away'), 'jobs could not be fetched', { job })
    tell(new Error('no room'), 'jobs could not be fetched', { job: 'a' })
    at = 9_999
    tell(new Error('away'), 'jobs could not be fetched', { job: 'a' })
    at = 10_000
    tell(new Error('away'), 'jobs could not be fetched', { job: 'b' })
    expect(lines.map(({ msg, leftOut, job }) => [msg, leftOut, job])).toEqual([
      ['jobs could not be fetched', undefined, 'a'],
      ['jobs could not be fetched', undefined, 'a'],
      ['jobs could not be fetched', 3, 'b'],
    ])
  })

  it('do not use up memory when each is another', () => {
    let lines = 0
    const tell = createErrorTeller(pino({}, { write: () => void (lines += 1) }), () => 0)
    for (let number = 0; number < 1_000; number += 1) tell(new Error(`error ${number}`), 'queue error')
    tell(new Error('error 999'), 'queue error')
    expect(lines).toBe(1_000)
    tell(new Error('error 0'), 'queue error')
    expect(lines).toBe(1_001)
  })
})
