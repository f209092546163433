import { inventSecret, seededBytes } from './invent-secret.ts'

const token = /\{\{(secret|unicode|glue|bytes|noise):([^{}]*)\}\}/g

/**
 * Returns the bytes of a file in the corpus, with its placeholders for secrets, invisible characters, and bytes
 * replaced. The README of the corpus describes them. The same text with the same seed gives the same bytes. Throws for
 * text in double braces that looks like a placeholder but is not.
 */
export function unfold(text: string, seed: string): Buffer {
  const parts: Buffer[] = []
  let end = 0
  for (const { 0: whole, 1: kind = '', 2: argument = '', index } of text.matchAll(token)) {
    parts.push(Buffer.from(text.slice(end, index)), unfolded(kind, argument, `${seed} ${parts.length}`))
    end = index + whole.length
  }
  parts.push(Buffer.from(text.slice(end)))
  return Buffer.concat(parts)
}

function unfolded(kind: string, argument: string, seed: string): Buffer {
  switch (kind) {
    case 'secret':
      return Buffer.from(inventSecret(argument, seed))
    case 'unicode':
      return Buffer.from(String.fromCodePoint(wholeNumber(argument, 16)))
    case 'glue':
      return Buffer.from(argument.replaceAll('|', ''))
    case 'bytes':
      if (!/^(?:[0-9A-F]{2})+$/.test(argument)) throw new Error(`these are no bytes: ${argument}`)
      return Buffer.from(argument, 'hex')
    default:
      return seededBytes(seed, wholeNumber(argument, 10))
  }
}

function wholeNumber(text: string, base: number): number {
  const number = Number.parseInt(text, base)
  if (number.toString(base).toUpperCase() !== text.replace(/^0+(?=.)/, ''))
    throw new Error(`this is no number of base ${base}: ${text}`)
  return number
}
