import { describe, expect, it } from 'vitest'
import { Shapes } from '../../../../../src/engine/analysis/taint/propagation/shapes.ts'
import { maskOf } from '../../../../../src/engine/analysis/taint-kind.ts'

const [path, url] = [maskOf('path'), maskOf('url')]

describe('shapes of which only some kinds of harm are ahead', () => {
  const shapes = new Shapes()
  const both = shapes.number({ carries: path | url })
  const paths = shapes.number({ carries: path })

  it('are one where nothing else tells them apart', () => {
    expect(shapes.only(both, path)).toBe(paths)
    expect(shapes.only(shapes.wrap(both, 'name'), path)).toBe(shapes.wrap(paths, 'name'))
    expect(shapes.only(shapes.wrap(shapes.wrap(both, undefined), 'list'), path)).toBe(
      shapes.wrap(shapes.wrap(paths, undefined), 'list'),
    )
  })

  it('are the same where nothing is left out, and none where nothing is left', () => {
    expect(shapes.only(both, path | url | maskOf('command'))).toBe(both)
    expect(shapes.only(paths, url)).toBeUndefined()
  })

  it('have nothing in fields of which nothing is left', () => {
    const object = shapes.number({
      carries: path | url,
      fields: new Map([
        ['file', { carries: path }],
        ['link', { carries: url }],
      ]),
      others: { carries: 0 },
    })
    const left = shapes.only(object, path) ?? -1
    expect(shapes.at(left, 'file')).toBe(paths)
    expect([shapes.at(left, 'link'), shapes.at(left, 'other')]).toEqual([undefined, undefined])
  })
})
