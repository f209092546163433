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
})
