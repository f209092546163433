import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childMessage } from '../../../src/engine/isolation/child-message.ts'
import {
  createFrameDecoder,
  frameOf,
  frameWidth,
  FrameTooLarge,
  partHead,
  partOf,
} from '../../../src/engine/isolation/frames.ts'

describe('frames', () => {
  it('come out as they went in, wherever the system cuts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 40 }), { maxLength: 8 }),
        fc.array(fc.nat(30), { minLength: 1, maxLength: 20 }),
        (texts, cuts) => {
          const bytes = Buffer.concat(texts.map(frameOf))
          const decode = createFrameDecoder(1_000)
          const frames: Buffer[] = []
          for (let at = 0, cut = 0; at < bytes.length; cut++) {
            const width = (cuts[cut % cuts.length] ?? 0) + 1
            frames.push(...[...decode(bytes.subarray(at, at + width))].map(({ body }) => body))
            at += width
          }
          expect(frames.map(String)).toEqual(texts)
        },
      ),
    )
  })

  it('that arrive one byte at a time take no memory for each byte', () => {
    const decode = createFrameDecoder(2_000_000)
    const frame = frameOf('x'.repeat(1_000_000))
    const arrived = (count: number) => {
      const frames: Buffer[] = []
      // As from a socket, each chunk has memory of its own.
      for (const byte of frame.subarray(0, count)) frames.push(...[...decode(Buffer.of(byte))].map(({ body }) => body))
      return frames
    }
    const before = process.memoryUsage()
    expect(arrived(frame.length - 1)).toEqual([])
    const after = process.memoryUsage()
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(150_000_000)
    expect([...decode(frame.subarray(-1))].map(({ body }) => body.equals(frame.subarray(frameWidth)))).toEqual([true])
  })

  it('of a part are its header and its content, unless the header is too long to check', () => {
    const part = (head: object) => {
      const bytes = Buffer.concat([partHead(JSON.stringify(head), 2), Buffer.from('ab')])
      return partOf(bytes.subarray(frameWidth))
    }
    expect(part({ file: 'a.js' })).toEqual({ head: { file: 'a.js' }, content: Buffer.from('ab') })
    const manyKeys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 0]))
    expect(part(manyKeys)).toBeUndefined()
  })

  it('that are announced larger than allowed are refused before they come', () => {
    const decode = createFrameDecoder(100)
    const frames: string[] = []
    expect(() => {
      const sent = [frameOf('before'), frameOf('x'.repeat(100)), Buffer.of(0, 0, 0, 101)]
      for (const { body } of decode(Buffer.concat(sent))) frames.push(String(body))
    }).toThrow(FrameTooLarge)
    expect(frames).toEqual(['before', 'x'.repeat(100)])
  })
})

describe('a message of a child', () => {
  it.each([
    ['{"ready":true}', { kind: 'ready' }],
    ['{"result":null}', { kind: 'result', result: null }],
    ['{"result":{"a":[1]}}', { kind: 'result', result: { a: [1] } }],
    ['{"failure":"out-of-stack"}', { kind: 'failure', reason: 'its parser ran out of stack' }],
    ['{"failure":"no-error"}', { kind: 'failure', reason: 'its parser failed without a reason' }],
    ['{"tooLarge":true}', { kind: 'too-large' }],
  ])('%s', (text, message) => {
    expect(childMessage(Buffer.from(text))).toEqual(message)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"ready":false}',
    '{"ready":true,"result":1}',
    '{"failure":1}',
    '{"failure":"the key is 0123"}',
    '{"failure":"toString"}',
    '{"result":1,"failure":"x"}',
    '"\ud800"',
    '['.repeat(100_000),
  ])('is none: %.30s', (text) => {
    expect(childMessage(Buffer.from(text))).toBeUndefined()
  })
})
