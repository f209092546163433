import { describe, expect, it } from 'vitest'
import { createLosses } from '../../../src/engine/isolation/losses.ts'
import { boundsWith } from './support/hostile-pool.ts'
import { filesThatSay } from './support/told-files.ts'

const death = (mayBeOfMachine: boolean) =>
  ({
    kind: 'death',
    reason: 'took longer than 10 s',
    lostMs: 10_000,
    wasFresh: true,
    isOfMemory: false,
    isOfItself: false,
    mayBeOfMachine,
  }) as const
const bounds = boundsWith({ maxLostMs: 20_000, fileTimeoutMs: 10_000, hurriedFileTimeoutMs: 2_000 })

describe('files that come after much lost time', () => {
  it.each([
    ['files', [false, false], false],
    ['the machine', [true, true], true],
    ['both', [false, true], true],
  ])('get less of it, and are cut short by %s', (_what, deaths, isCutShortByMachine) => {
    const losses = createLosses(bounds)
    expect(losses).toMatchObject({ fileMs: 10_000, isCutShortByMachine: false })
    const [file] = filesThatSay(['loop'])
    for (const mayBeOfMachine of deaths) if (file) losses.isAnotherTry(file, death(mayBeOfMachine))
    expect(losses).toMatchObject({ fileMs: 2_000, isCutShortByMachine })
  })
})
