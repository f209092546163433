import { expect, it } from 'vitest'
import { Base64Runs } from '../../../../src/engine/rules/leaked-secrets/base64-runs.ts'

const limit = { pattern: /cGFzc3/, within: 8, maxBefore: 30 }

/** Returns the places of a word at which a run has its first match. */
function firstPlaces(text: string, word: string): number[] {
  const runs = new Base64Runs(Buffer.from(text))
  const places = [...text.matchAll(new RegExp(word, 'gi'))].map(({ index }) => index)
  return places.filter((place) => runs.isFirst(place, limit))
}

it('finds the first match in each run', () => {
  expect(firstPlaces('cGFzc3d cGFzc3dcGFzc3d\nabcGFzc3d', 'cgfzc3')).toEqual([0, 8, 25])
})

it('skips places that have the keyword in another case', () => {
  expect(firstPlaces('cgfzc3d0aaaacGFzc3d', 'cgfzc3')).toEqual([12])
})

it('skips places far inside a run', () => {
  const before = 'a'.repeat(30)
  expect(firstPlaces(`${before}cGFzc3d ${before.slice(1)}cGFzc3d`, 'cgfzc3')).toEqual([67])
})

it('reads a run of a megabyte with a keyword every ten bytes once', () => {
  // A rule that tries its pattern of 4,000 bytes at each of 100,000 keywords takes seconds, and this one milliseconds.
  expect(firstPlaces('cgfzc3dvcm'.repeat(100_000), 'cgfzc3')).toEqual([])
})
