import { describe, expect, it } from 'vitest'
import { flowParts } from '../../../src/engine/scanner/flow-parts.ts'

const bounds = { maxPartBytes: 100, maxLooseBytes: 50 }

/** Returns the parts, as paths, of files by path. Each file has a size and imports. */
function partsOf(files: Readonly<Record<string, readonly [size: number, ...imports: string[]]>>) {
  const listed = Object.entries(files).map(([path, [size]]) => ({ path, size, content: Buffer.alloc(0) }))
  const { parts, isDivided } = flowParts(
    listed,
    new Map(Object.entries(files).map(([path, [, ...imports]]) => [path, imports])),
    bounds,
  )
  return { parts: parts.map((part) => part.map(({ path }) => path).join(' ')), isDivided }
}

describe('parts of a project', () => {
  it('are one for all that fits, whatever imports what', () => {
    expect(partsOf({ a: [60], b: [40] })).toEqual({ parts: ['a b'], isDivided: false })
    expect(partsOf({})).toEqual({ parts: [], isDivided: false })
  })

  it('have together what is connected, also by a file that both import', () => {
    expect(partsOf({ a: [30, 'shared'], x: [40], b: [30, 'shared'], y: [40, 'x'], shared: [30] })).toEqual({
      parts: ['a b shared', 'x y'],
      isDivided: false,
    })
  })

  it('are filled with what belongs to nothing else, but not as far as with what belongs together', () => {
    expect(partsOf({ a: [30], b: [30], c: [20], d: [30, 'e'], e: [60] })).toEqual({
      parts: ['a c', 'b', 'd e'],
      isDivided: false,
    })
  })

  it('divide what is connected and too large, the nearest first, and say so', () => {
    expect(partsOf({ a: [60, 'b'], b: [30, 'c'], c: [30], other: [10] })).toEqual({
      parts: ['a b', 'c other'],
      isDivided: true,
    })
  })

  it('have a file of its own where it is too large by itself', () => {
    expect(partsOf({ a: [300, 'b'], b: [10] })).toEqual({ parts: ['a', 'b'], isDivided: true })
  })

  it('do not mind imports of files that are not followed', () => {
    expect(partsOf({ a: [60, 'nowhere'], b: [60, 'nowhere'] })).toEqual({ parts: ['a', 'b'], isDivided: false })
  })
})
