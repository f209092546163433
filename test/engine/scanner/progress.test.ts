import { describe, expect, it, vi } from 'vitest'
import {
  percentOfCode,
  percentOfComponents,
  percentOfFollowing,
  stageBegins,
  throttledProgress,
} from '../../../src/engine/scanner/progress.ts'

describe('progress', () => {
  it('passes on each new stage, and a chatty stage twice a second at most, never backwards', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const heard: string[] = []
    const report = throttledProgress((stage, percent) => void heard.push(`${stage} ${percent}`))
    await report('source', 0)
    await report('components', 15)
    for (let percent = 16; percent < 30; percent += 1) {
      vi.advanceTimersByTime(100)
      await report('components', percent)
    }
    vi.advanceTimersByTime(1_000)
    await report('components', 20)
    await report('advisories', 80)
    vi.useRealTimers()
    expect(heard).toEqual(['source 0', 'components 15', 'components 20', 'components 25', 'advisories 80'])
  })

  it('comes nearer to the next stage with each package and never reaches it', () => {
    const percents = [0, 1, 10, 100, 1_000, 100_000].map(percentOfComponents)
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    expect(percents[0]).toBe(stageBegins('components'))
    expect(percents.at(-1)).toBeLessThan(stageBegins('code'))
  })

  it('of code goes on from reading files to following data through them, and never reaches the next stage', () => {
    const shares = [0, 0.25, 0.5, 0.75, 1]
    const percents = [...shares.map(percentOfCode), ...shares.map(percentOfFollowing)]
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    expect(percents[0]).toBe(stageBegins('code'))
    expect(percentOfFollowing(0)).toBeGreaterThan(percentOfCode(1))
    expect(new Set(shares.map(percentOfFollowing)).size).toBe(shares.length)
    expect(percents.at(-1)).toBeLessThan(stageBegins('advisories'))
  })
})
