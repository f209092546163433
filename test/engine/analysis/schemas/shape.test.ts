import { describe, expect, it } from 'vitest'
import {
  anyShape,
  bothShapes,
  eitherShape,
  harmlessShape,
  listShape,
  objectShape,
  shapeAt,
} from '../../../../src/engine/analysis/schemas/shape.ts'
import { allKinds, maskOf } from '../../../../src/engine/analysis/taint-kind.ts'

const strict = objectShape(
  new Map([
    ['s', anyShape],
    ['n', harmlessShape],
  ]),
  harmlessShape,
)

describe('shapes', () => {
  it('tells fields apart, and knows none of a key that somebody chooses', () => {
    expect(shapeAt(strict, 'n').carries).toBe(0)
    expect(shapeAt(strict, 's').carries).toBe(allKinds)
    expect(shapeAt(strict, 'other').carries).toBe(0)
    expect(shapeAt(strict, undefined).carries).toBe(allKinds)
  })

  it('gives elements of lists', () => {
    expect(shapeAt(listShape({ carries: maskOf('path') }), undefined).carries).toBe(maskOf('path'))
    expect(shapeAt(anyShape, '0')).toBe(anyShape)
  })

  it('joins what either may be, field by field', () => {
    const joined = eitherShape(
      strict,
      objectShape(
        new Map([
          ['n', anyShape],
          ['m', harmlessShape],
        ]),
        harmlessShape,
      ),
    )
    expect(['s', 'n', 'm', 'other'].map((key) => shapeAt(joined, key).carries)).toEqual([allKinds, allKinds, 0, 0])
    expect(eitherShape(harmlessShape, anyShape)).toBe(anyShape)
    expect(shapeAt(eitherShape(strict, anyShape), 'n').carries).toBe(allKinds)
  })

  it('has of two schemas that both hold what either of them takes away', () => {
    expect(bothShapes(anyShape, { carries: maskOf('url') }).carries).toBe(maskOf('url'))
    expect(shapeAt(bothShapes(strict, objectShape(new Map([['s', harmlessShape]]), harmlessShape)), 's').carries).toBe(
      0,
    )
  })
})
