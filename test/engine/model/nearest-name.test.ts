import { describe, expect, it } from 'vitest'
import { nearestName } from '../../../src/engine/model/nearest-name.ts'

const names = ['scan', 'serve', 'web', 'worker', 'registry add', 'registry status', 'trust-project-settings', 'without']

describe('nearestName', () => {
  it.each([
    ['scna', 'scan'],
    ['sacn', 'scan'],
    ['SCAN', 'scan'],
    ['witout', 'without'],
    ['wihtuot', 'without'],
    ['registry stauts', 'registry status'],
    ['registry-add', 'registry add'],
    ['trust', 'trust-project-settings'],
    ['wep', 'web'],
  ])('finds that %s misspells %s', (name, meant) => {
    expect(nearestName(name, names)).toBe(meant)
  })

  it.each(['dance', 'x', '', 'xyz', 'registry', 'nothing-like-it', 'ab', 'without-a-thing'])(
    'suggests nothing for %j',
    (name) => {
      expect(nearestName(name, names)).toBeUndefined()
    },
  )

  it('prefers the candidate with fewer edits', () => {
    expect(nearestName('scans', ['scalp', 'scan'])).toBe('scan')
  })

  it('compares the first characters of a name of any length', () => {
    const start = performance.now()
    expect(nearestName('s'.repeat(10_000_000), names)).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
