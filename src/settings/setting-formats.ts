import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { parseAllowedNetworks } from '../engine/net/allowed-networks.ts'
import { pepperOfSecret } from './key-peppers.ts'
import { parsePrivateKey } from './private-key.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

/** Without user information: settings stand in logs, and requests never carry what stands before the @. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'should be an http or https address' })
  .refine((text) => !/^[a-z]+:\/\/[^/]*@/i.test(text), 'should have no user information in it, the part before the @')

/**
 * A base or a file of a feed: `https:`, or `file:` with a path that may be relative to the working folder. `wanted`
 * says what a setting should be.
 */
const feedAddress = (wanted: string) =>
  z.string().transform((text, check) => {
    const trimmed = text.replace(/(?<!\/)\/+$/, '')
    // `new URL('file:../x')` resolves against the root and so loses the folder: the path is taken by hand.
    const path = /^file:(?!\/\/)(.+)$/.exec(trimmed)?.[1]
    if (path !== undefined) return pathToFileURL(resolve(path)).href
    if (trimmed.startsWith('file:///') && isFilePath(trimmed)) return pathToFileURL(fileURLToPath(trimmed)).href
    if (trimmed.startsWith('https://') && httpUrl.safeParse(trimmed).success) return trimmed
    // The value is not repeated: it may hold credentials.
    check.addIssue({ code: 'custom', message: `should be ${wanted} without user information` })
    return z.NEVER
  })

function isFilePath(url: string): boolean {
  try {
    return fileURLToPath(url) !== ''
  } catch {
    return false
  }
}

export const feedBases = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(feedAddress('a comma list of https: or file: addresses')).min(1, 'should name at least one address'))

export const feedFile = feedAddress('an https: or file: address')

export const allowedNetworks = z.string().transform((text, check) => {
  try {
    return parseAllowedNetworks(text)
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

export const trustedProxies = z.string().transform((text, check) => {
  try {
    return parseTrustedProxies(text)
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

/** The value is never repeated. */
export const privateKey = z.string().transform((text, check) => {
  const key = parsePrivateKey(text)
  if (key) return key
  check.addIssue({
    code: 'custom',
    message:
      'should be the private key of the GitHub App: RSA in PEM, with line breaks or \\n in their place, or ' +
      'all of it in base64',
  })
  return z.NEVER
})

export const githubHost = z.string().transform((text, check) => {
  const url = URL.parse(`https://${text}`)
  if (url !== null && url.host !== '' && url.href === `https://${url.host}/`) return url.host
  check.addIssue({
    code: 'custom',
    message: 'should be the name of a GitHub Enterprise host, such as ghe.example, without https:// and path',
  })
  return z.NEVER
})

/** Whoever answers in its place could make keys: only https shows who answers, except on this machine. */
export const oidcIssuer = httpUrl
  .refine(
    (text) => text.startsWith('https://') || /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?(\/|$)/.test(text),
    'should be an https address',
  )
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

export const httpBase = httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, ''))

/** A base that has a default and is switched off by being set to nothing. */
export const switchable = (fallback: string) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(httpBase)
    .default(fallback)

export const withTrailingSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)

export const npmRegistry = httpUrl.transform(withTrailingSlash)

export const numberOfScans = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'should be a number from 1 to 9999')
  .transform(Number)

/** The values are never repeated. */
export const keyPeppers = z.string().transform((text, check): [string, ...string[]] => {
  const [current, ...former] = text.split(',').map((pepper) => pepper.trim())
  if (current !== undefined && [current, ...former].every((pepper) => pepper === pepperOfSecret || pepper.length >= 32))
    return [current, ...former]
  check.addIssue({
    code: 'custom',
    message:
      'should be a comma list, the current one first, of texts with at least 32 characters each, or the word ' +
      `${pepperOfSecret} for the one that hangs on ASSAY_SECRET`,
  })
  return z.NEVER
})

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'should be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.int().max(65_535, 'should be a number from 0 to 65535'))

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
