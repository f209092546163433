import { describe, expect, it } from 'vitest'
import { parseSegmentName, placeOfPoint } from '../../../../src/service/operations/backup/segment-name.ts'

describe('names of segments of the log', () => {
  it.each([
    ['000000010000000000000001', { timeline: 1, place: 1 }],
    ['0000000200000001000000FF', { timeline: 2, place: 511 }],
    ['000000010000000200000000', { timeline: 1, place: 512 }],
  ])('%s', (name, expected) => expect(parseSegmentName(name)).toEqual(expected))

  it.each([
    '00000002.history',
    '000000010000000000000002.00000028.backup',
    '000000010000000000000100',
    '',
    '../000000010000000000000001',
  ])('%s is none', (name) => expect(parseSegmentName(name)).toBeUndefined())

  it.each([
    ['0/1000028', 1],
    ['0/FF000000', 255],
    ['1/0', 256],
    ['2F/A1000028', 0x2f * 256 + 0xa1],
  ])('the point %s lies in segment %i', (point, place) => expect(placeOfPoint(point)).toBe(place))

  it('a text that is no point lies nowhere', () => expect(placeOfPoint('yesterday')).toBeUndefined())
})
