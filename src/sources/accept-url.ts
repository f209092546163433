import { ScanFailure } from '../model/failure.ts'
import { limits } from '../model/limits.ts'
import type { Target } from '../model/target.ts'
import { sources } from './catalogue.ts'

/**
 * Understands a submitted address without touching the network. Throws ScanFailure INVALID_URL with
 * a message that says what to write instead and never repeats user information.
 */
export function parseTarget(text: string): Target {
  if (Buffer.byteLength(text) > limits.request.urlBytes) throw invalid(`The URL is longer than ${limits.request.urlBytes} bytes.`)
  // The parser would drop or encode them, while the text is stored and shown as it came.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw invalid('The URL has control characters or broken Unicode in it.')
  const url = URL.parse(text.trim())
  if (url === null) throw invalid(`This is not a complete URL; ${supported()}`)
  if (url.username !== '' || url.password !== '') {
    throw invalid('The URL carries user information. Remove what stands before the @: credentials do not belong into addresses, and scans never use them.')
  }
  if (url.protocol !== 'https:') throw invalid(`The URL should start with https://, so that nobody on the way can change what is scanned; ${supported()}`)
  for (const source of sources) {
    const target = source.accepts(url)
    if (target !== undefined) return target
  }
  throw invalid(`Nothing can be scanned at ${url.host}; ${supported()}`)
}

function supported(): string {
  return `supported are ${sources.flatMap(({ examples }) => examples).join(', ')}.`
}

const invalid = (message: string) => new ScanFailure('INVALID_URL', message)
