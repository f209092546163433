import type { Credential, ExampleMaker } from './credential.ts'
import { isPlaceholder } from './placeholder.ts'

/**
 * Examples of a rule, the same in every run. They are made when they are asked for, because texts in the form of a
 * credential would keep every other scanner busy, and hosts of repositories from taking the file.
 */
export function examplesOf(credential: Credential): { readonly bad: string[]; readonly good: string[] } {
  return {
    bad: [...credential.examples(randomMaker(credential.id))],
    good: [
      ...new Set([...credential.examples(repeatingMaker), ...credential.examples(countingMaker), ...credential.decoys]),
    ],
  }
}

/** Shorter parts of an example may be anything. */
const shortestJudged = 8

/** Makes what looks random, from a seed. */
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

/** One character over and over, as documentation writes it. */
const repeatingMaker: ExampleMaker = {
  fill: (alphabet, length) => (alphabet.includes('x') ? 'x' : alphabet.includes('X') ? 'X' : '0').repeat(length),
  seal: (secret) => secret,
}

/** The characters in their order. */
const countingMaker: ExampleMaker = {
  fill: (alphabet, length) => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length),
  seal: (secret) => secret,
}

/** Numbers from 0 up to but not 1, the same for a seed: mulberry32 over FNV-1a of the seed. */
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
