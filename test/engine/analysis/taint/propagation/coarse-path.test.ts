import { describe, expect, it } from 'vitest'
import { coarsenessOf } from '../../../../../src/engine/analysis/taint/propagation/coarse-path.ts'

const path = (length: number) => Array.from({ length }, (_step, index) => index)

describe('a path', () => {
  it('is precise if it does not pass through merged contexts, however long it is', () => {
    expect(coarsenessOf(path(200), 200)).toBeUndefined()
    expect(coarsenessOf(path(200), Infinity)).toBeUndefined()
  })

  it('is coarse after one step through merged contexts, and far-fetched if it has more than 40 steps', () => {
    expect(coarsenessOf(path(40), 39)).toEqual({ isCoarse: true })
    expect(coarsenessOf(path(41), 40)).toEqual({ isCoarse: true, isFarFetched: true })
  })
})
