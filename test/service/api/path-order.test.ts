import { expect, it } from 'vitest'
import { byPrecision } from '../../../src/service/api/path-order.ts'

const paths = ['/w/:id', '/w', '/w/events', '/w/:id/a', '/w/:id/:b', '/w/secret/rotate', '/:w']

it('words come before a parameter in their place, in whatever order the paths are given', () => {
  for (let turn = 0; turn < paths.length; turn += 1) {
    for (const given of [
      [...paths.slice(turn), ...paths.slice(0, turn)],
      [...paths.slice(turn), ...paths.slice(0, turn)].toReversed(),
    ]) {
      const sorted = given.toSorted(byPrecision)
      for (const [words, parameter] of [
        ['/w/events', '/w/:id'],
        ['/w/:id/a', '/w/:id/:b'],
        ['/w/secret/rotate', '/w/:id/a'],
        ['/w', '/:w'],
      ] as const)
        expect([sorted, sorted.indexOf(words) < sorted.indexOf(parameter)]).toEqual([sorted, true])
    }
  }
})
