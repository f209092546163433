import type { Credential, ExampleMaker } from './credential.ts'
import { isPlaceholder } from './placeholder.ts'

/**
 * Returns a rule's examples, which are the same in every run. They are generated, because other scanners report strings
 * in the format of a credential, and repository hosts reject files that contain them.
 */
export function examplesOf(credential: Credential): { readonly bad: string[]; readonly good: string[] } {
  return {
    bad: [...credential.examples(randomMaker(credential.id))],
    good: [
      ...new Set([...credential.examples(repeatingMaker), ...credential.examples(countingMaker), ...credential.decoys]),
    ],
  }
}

/** Minimum length of an example part that is checked. */
const shortestJudged = 8

/** Returns a generator of random-looking strings for a seed. */
export function randomMaker(seed: string): ExampleMaker {
  const random = randomNumbers(seed)
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('')
  return {
    fill: (alphabet, length) => {
      for (;;) {
        const text = draw(alphabet, length)
        if (length < shortestJudged || !(isPlaceholder(text) || (/\d/.test(alphabet) && !/\d.*\d/.test(text))))
          return text
      }
    },
    seal: (secret, seal) => seal(secret),
  }
}

/** Repeats one character, as placeholders in documentation do. */
const repeatingMaker: ExampleMaker = {
  fill: (alphabet, length) => (alphabet.includes('x') ? 'x' : alphabet.includes('X') ? 'X' : '0').repeat(length),
  seal: (secret) => secret,
}

/** Lists the characters in order. */
const countingMaker: ExampleMaker = {
  fill: (alphabet, length) => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length),
  seal: (secret) => secret,
}

/** Returns a deterministic generator of numbers in [0, 1): mulberry32 over FNV-1a of the seed. */
function randomNumbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
