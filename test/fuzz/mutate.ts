/** Returns a generator of numbers that is the same for the same seed (xorshift32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % Math.max(1, below)
  }
}

/** Longer inputs find nothing more, and can nest deeply enough to end the process. */
const maxBytes = 4_096

const notable = [0, 1, 0x0a, 0x20, 0x22, 0x28, 0x2e, 0x3a, 0x5b, 0x5c, 0x7b, 0x7f, 0x80, 0xff].map((byte) =>
  Buffer.of(byte),
)
const words = [
  'null',
  '-1',
  '99999999999999999999',
  '__proto__',
  '1e999',
  '../',
  '\u202e',
  '{}',
  '[]',
  '""',
  '\r\n',
].map((word) => Buffer.from(word))

type Random = (below: number) => number

/** Returns a variant of an input: bytes are changed, removed, repeated, or taken from another input. */
export function mutated(input: Buffer, other: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(input)
  for (let steps = 1 + random(4); steps > 0; steps--) bytes = step(bytes, other, random)
  return bytes.subarray(0, maxBytes)
}

function step(bytes: Buffer, other: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1)
  const end = Math.min(bytes.length, at + 1 + random(16))
  const insert = (part: Buffer) => Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])
  switch (random(7)) {
    case 0: {
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      return bytes
    }
    case 1:
      return insert(notable[random(notable.length)] ?? Buffer.of())
    case 2:
      return insert(words[random(words.length)] ?? Buffer.of())
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 4: {
      const part = bytes.subarray(at, end)
      return insert(Buffer.concat(Array.from({ length: 1 + random(8) }, () => part)))
    }
    case 5: {
      const from = random(other.length)
      return insert(other.subarray(from, from + 1 + random(64)))
    }
    default:
      return bytes.subarray(0, at)
  }
}
