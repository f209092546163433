import { expect, it } from 'vitest'
import { packParts, unpackParts } from '../../../../src/engine/reachability/tasks/packed-parts.ts'

it('packs a head and buffers, and unpacks the same', () => {
  const given = { head: { name: 'ä' }, parts: [Buffer.from('one'), Buffer.of(), Buffer.from([0, 255])] }
  expect(unpackParts(packParts(given))).toEqual(given)
})

it('rejects content that is cut off', () => {
  const packed = packParts({ head: null, parts: [Buffer.from('one')] })
  expect(() => unpackParts(packed.subarray(0, -1))).toThrow('a part is cut off')
})
