import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgePair, pairNames, type PairJudgement } from './judge-pairs.ts'

const written: Record<string, PairJudgement> = JSON.parse(
  readFileSync(new URL('pair-guards.json', import.meta.url), 'utf8'),
)

describe('guards of the labelled pairs', () => {
  it('are all written down', () => {
    expect(Object.keys(written)).toEqual(pairNames)
  })

  it.each(pairNames)('are judged as before: %s', (name) => {
    expect(
      judgePair(name),
      'if the change is meant, run: node test/engine/analysis/taint/sanitizers/write-judgements.ts pairs',
    ).toEqual(written[name])
  })
})
