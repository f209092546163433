import { describe, expect, it } from 'vitest'
import { exitCodeOf, worseExit } from '../../src/cli/scan.ts'

describe('exit codes of assay scan', () => {
  it.each([
    [{ verdict: 'pass' }, 0],
    [{ verdict: 'fail' }, 1],
    [{ verdict: 'partial' }, 3],
    [{ verdict: 'nothing-scanned', error: { code: 'NOTHING_TO_SCAN', message: '' } }, 3],
    [{ verdict: 'error', error: { code: 'SOURCE_NOT_FOUND', message: '' } }, 3],
    [{ verdict: 'error', error: { code: 'INVALID_URL', message: '' } }, 2],
    [{ verdict: 'error', error: { code: 'SCANNER_CRASHED', message: '' } }, 4],
  ] as const)('%j is %i', (report, code) => {
    expect(exitCodeOf(report)).toBe(code)
  })

  it('the most urgent target decides', () => {
    expect([0, 3, 1].reduce(worseExit)).toBe(1)
    expect([1, 2, 3].reduce(worseExit)).toBe(2)
    expect([2, 4, 1].reduce(worseExit)).toBe(4)
    expect([0, 0].reduce(worseExit)).toBe(0)
  })
})
