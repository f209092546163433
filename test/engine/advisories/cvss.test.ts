import { describe, expect, it } from 'vitest'
import { bestCvss, cvssSeverity, rateCvss } from '../../../src/engine/advisories/cvss.ts'
import { readVectors } from '../../service/scans/advisories/support/vectors.ts'

const vectors = await readVectors('cvss')

describe('rateCvss', () => {
  it.each([
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', '2.0', 7.5],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', '3.0', 6.1],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '3.1', 9.8],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O', '3.1', 9.8],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', '3.1', 0],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N', '4.0', 8.7],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:P', '4.0', 8.9],
  ])('%s', (vector, version, score) => {
    expect(rateCvss(vector)).toEqual({ version, vector, score })
  })

  it.each([
    '',
    '9.8',
    'HIGH',
    'CVSS:3.1',
    'CVSS:3.1/AV:N',
    'CVSS:3.2/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:Q/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:5.0/AV:N',
    `AV:N/${'AC:L/'.repeat(200)}`,
  ])('does not rate %j', (vector) => {
    expect(rateCvss(vector)).toBeUndefined()
  })
})

describe('bestCvss', () => {
  const rate = (version: string, score: number) => ({ version, vector: `${version} ${score}`, score })
  it('is the highest version, then the worst score', () => {
    expect(bestCvss([rate('2.0', 10), rate('3.1', 9.8), rate('4.0', 5.1), rate('4.0', 6.9), rate('3.0', 9.9)])).toEqual(
      rate('4.0', 6.9),
    )
    expect(bestCvss([rate('2.0', 10), rate('3.0', 9.9), rate('3.1', 5)])).toEqual(rate('3.1', 5))
    expect(bestCvss([])).toBeUndefined()
  })
})

describe('cvssSeverity', () => {
  it.each([
    ['3.1', 10, 'critical'],
    ['3.1', 9, 'critical'],
    ['4.0', 8.9, 'high'],
    ['3.0', 7, 'high'],
    ['3.1', 6.9, 'medium'],
    ['3.1', 4, 'medium'],
    ['3.1', 3.9, 'low'],
    ['3.1', 0.1, 'low'],
    ['3.1', 0, 'info'],
    ['2.0', 10, 'high'],
    ['2.0', 7, 'high'],
    ['2.0', 6.9, 'medium'],
    ['2.0', 3.9, 'low'],
  ])('%s with %d is %s', (version, score, severity) => {
    expect(cvssSeverity({ version, vector: '', score })).toBe(severity)
  })
})

describe.skipIf(!vectors)('reference scores', () => {
  // The lists for v2 and v3 also contain temporal and environmental metrics. Assay computes only base scores.
  it.each([
    ['v30_score.list', /\/(E|RL|RC|[CIA]R|M\w+):/],
    ['v31_score.list', /\/(E|RL|RC|[CIA]R|M\w+):/],
    ['v2_score.list', /\/(E|RL|RC|CDP|TD|[CIA]R):/],
    ['v4_score.list', /never/],
  ])('%s', (name, other) => {
    const lines = (vectors?.get(name) ?? '')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
      .filter(([vector = '', score]) => score !== undefined && !other.test(vector))
    const wrong = lines.filter(([vector = '', score]) => rateCvss(vector)?.score !== Number(score))
    process.stderr.write(`vectors cvss ${name}: ${lines.length - wrong.length} of ${lines.length} agree\n`)
    expect(wrong).toEqual([])
    expect(lines.length).toBeGreaterThan(2)
  })
})

describe.skipIf(!vectors)('reference lists', () => {
  const linesOf = (name: string) => (vectors?.get(name) ?? '').split('\n').filter((line) => /^[^#\s]/.test(line))

  it.each(['v2_roundtrip.list', 'v3_roundtrip.list', 'v4_roundtrip.list'])('%s: each is rated', (name) => {
    const lines = linesOf(name)
    expect(lines.filter((line) => rateCvss(line.replace(/#.*/, '').trim()) === undefined)).toEqual([])
    expect(lines.length).toBeGreaterThan(4)
  })

  // Vectors with metrics in another order and with incomplete groups are still unambiguous.
  const tolerated: ReadonlySet<string> = new Set([
    'AV:A/AC:L/Au:N/C:C/I:C/A:C/CDP:H/TD:H/CR:H',
    'AV:A/AC:L/Au:N/C:C/I:C/A:C/E:F',
    'AV:A/AC:L/Au:N/A:C/I:C/C:C',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:H/UI:N/VC:L/VI:L/VA:N/SC:N/SI:N/E:A/SA:N',
    // A valid vector of another version, in the list for version 4.
    'CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N',
  ])

  it.each(['v2_error.list', 'v3_error.list', 'v4_error.list'])('%s: only what is marked OK is rated', (name) => {
    const lines = linesOf(name)
    const rated = lines.filter((line) => rateCvss(line.replace(/#.*/, '').trim()) !== undefined)
    const wrong = rated.filter((line) => !line.includes('#OK') && !tolerated.has(line.trim()))
    process.stderr.write(
      `vectors cvss ${name}: ${lines.length} lines, ${rated.filter((line) => !line.includes('#OK')).length} ` +
        `tolerated\n`,
    )
    expect(wrong).toEqual([])
    expect(lines.filter((line) => line.includes('#OK') && !rated.includes(line))).toEqual([])
    expect(lines.length).toBeGreaterThan(10)
  })
})
