import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { performanceDocument } from '../../../bench/performance-document.ts'
import { scaleDocument } from '../../../bench/scale-document.ts'
import { readResults } from '../../../bench/write-performance.ts'

describe('docs/explanation/performance.md', () => {
  it('says what the results say: `node bench/write-performance.ts` writes it', () => {
    expect(readFileSync('docs/explanation/performance.md', 'utf8')).toBe(performanceDocument(readResults()))
  })

  it('shows measures with a peer, also one that is absent, and where they were taken', () => {
    const figure = {
      measure: 'reading a|b',
      unit: 'ms',
      n: 1,
      median: 2,
      p99: 3,
      peer: 'limit',
      peerMedian: 4,
      ratio: 0.5,
    }
    const circumstances = {
      date: '2026-01-02T03:04:05.000Z',
      processor: 'Example CPU',
      cores: 2,
      memoryGB: 8,
      node: 'v24.0.0',
      commit: 'abc',
    }
    const text = performanceDocument([
      {
        id: 'reading',
        measurements: [
          figure,
          { ...figure, measure: 'alone', peer: null, peerMedian: null, ratio: null },
          { ...figure, measure: 'beside', peer: 'absent', peerMedian: null, ratio: null },
        ],
        circumstances,
      },
    ])
    expect(text).toContain(
      'Measured on 2026-01-02 at commit abc, using 2 cores of Example CPU with 8 GB of memory and Node v24.0.0.',
    )
    expect(text).toContain('| reading a\\|b | 2 ms | 3 | limit | 4 | 0.5 |')
    expect(text).toContain('| beside | 2 ms | 3 | absent |  |  |')
    expect(text).not.toContain('| alone |')
  })
})

describe('docs/explanation/scale.md', () => {
  it('says what the results say: `node bench/write-performance.ts` writes it', () => {
    expect(readFileSync('docs/explanation/scale.md', 'utf8')).toBe(scaleDocument(readResults()).text)
  })

  it('finds each of its figures where the part was measured, and says so of those that are not', () => {
    expect(scaleDocument(readResults()).missing).toEqual([])
    const [nothing, other] = [
      scaleDocument([]),
      scaleDocument([
        { id: 'restore', measurements: [], circumstances: undefined },
        {
          id: 'scan',
          measurements: [
            { measure: 'renamed', unit: 's', n: 1, median: 1, p99: 1, peer: null, peerMedian: null, ratio: null },
          ],
          circumstances: undefined,
        },
      ]),
    ]
    expect(nothing.missing).toEqual([])
    expect(nothing.text).toContain('10 GB with 5 GB of log in not measured min')
    expect(nothing.text).not.toMatch(/NaN|Infinity|undefined/)
    expect(other.missing).toHaveLength(2)
  })

  it('leaves out the simulated fleet and pgBackRest until they are measured', () => {
    const { text } = scaleDocument([])
    expect(text).not.toContain('A simulated fleet')
    expect(text).not.toContain('with pgBackRest')
    expect(text).toContain('The cost of polling and notifications is additional, and was not measured.')
  })

  it('takes the costs of a fleet from the small one, and one duration for all scans', () => {
    const who = '100 workers with 200 slots'
    const of = (measure: string, median: number, peerMedian: number, peer = '10 workers') => ({
      measure,
      unit: '',
      n: 1,
      median,
      p99: median,
      peer,
      peerMedian,
      ratio: null,
    })
    const { text } = scaleDocument([
      {
        id: 'fleet',
        measurements: [
          of(`${who}, scans of 3 recorded durations, mean 4.00 s: scans per second`, 5, 50, 'slots'),
          of(`${who}, scans per second`, 5, 5),
          of(`${who}, CPU of the primary per scan`, 900, 60),
          of(`${who}, notifications per scan`, 9, 10),
          of(`${who}, sessions that each notification wakes`, 102, 12),
          of(`${who}, without scans: CPU of the primary`, 5, 0.1),
          of('CPU of PostgreSQL per notification with 400 listening sessions', 8, 0, 'without other sessions'),
        ],
        circumstances: undefined,
      },
    ])
    // 60 ms, less 20 ms of polling, and less 10 notifications to 12 sessions for 0.02 ms each.
    expect(text).toContain('400 / 4 s = 100 scans of the mean recorded duration per second')
    expect(text).toContain('100 scans/s with 37.6 ms each take 3.8 cores. Polling by 200 workers adds 2 cores')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('1,000 × 4 s / 2 = 2,000 workers')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('if PostgreSQL scales linearly (assumed)')
    expect(text).not.toMatch(/NaN|Infinity|undefined/)
  })
})
