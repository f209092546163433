import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { parseAllowedNetworks } from '../engine/net/allowed-networks.ts'
import { pepperOfSecret } from './key-peppers.ts'
import { parsePrivateKey } from './private-key.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

/** URL without user information, because settings are logged and requests never send the part before the @. */
export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'The value is not an http or https URL. Use a URL such as https://host.example.',
  })
  .refine(
    (text) => !/^[a-z]+:\/\/[^/]*@/i.test(text),
    'The URL contains a user name or password (the part before the @). Remove it.',
  )

/**
 * Feed base URL or feed file: `https:`, or `file:` with a path that may be relative to the working folder.
 *
 * @param problem error text. Must not repeat the value, which may contain credentials.
 */
const feedAddress = (problem: string) =>
  z.string().transform((text, check) => {
    const trimmed = text.replace(/(?<!\/)\/+$/, '')
    // Parsed by hand, because `new URL('file:../x')` resolves against the root and loses the folder.
    const path = /^file:(?!\/\/)(.+)$/.exec(trimmed)?.[1]
    if (path !== undefined) return pathToFileURL(resolve(path)).href
    if (trimmed.startsWith('file:///') && isFilePath(trimmed)) return pathToFileURL(fileURLToPath(trimmed)).href
    if (trimmed.startsWith('https://') && httpUrl.safeParse(trimmed).success) return trimmed
    check.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

function isFilePath(url: string): boolean {
  try {
    return fileURLToPath(url) !== ''
  } catch {
    return false
  }
}

const invalidFeeds =
  'An entry is not an https: or file: URL. Use comma-separated https: or file: URLs without a user name or password.'

export const feedBases = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(feedAddress(invalidFeeds)).min(1, 'The list is empty. Specify at least one https: or file: URL.'))

export const feedFile = feedAddress(
  'The value is not an https: or file: URL. Use an https: or file: URL without a user name or password.',
)

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

/** The error text does not repeat the value. */
export const privateKey = z.string().transform((text, check) => {
  const key = parsePrivateKey(text)
  if (key) return key
  check.addIssue({
    code: 'custom',
    message:
      'The value is not an RSA key of at least 2,048 bits. Use the private key of the GitHub App in PEM format, ' +
      'with line breaks or \\n sequences, or encode the whole key in base64.',
  })
  return z.NEVER
})

export const githubHost = z.string().transform((text, check) => {
  const url = URL.parse(`https://${text}`)
  if (url !== null && url.host !== '' && url.href === `https://${url.host}/`) return url.host
  check.addIssue({
    code: 'custom',
    message:
      'The value is not a host name. Use a GitHub Enterprise host name such as ghe.example, without https:// and ' +
      'without a path.',
  })
  return z.NEVER
})

/** Requires https except on this machine, because an attacker who impersonates the issuer could create keys. */
export const oidcIssuer = httpUrl
  .refine(
    (text) => text.startsWith('https://') || /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?(\/|$)/.test(text),
    'The URL does not use https. Use an https URL.',
  )
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

export const httpBase = httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, ''))

/** Returns the schema for a base URL with a default. An empty value disables it. */
export const switchable = (fallback: string) =>
  z
    .union([z.literal('').transform(() => undefined), httpBase], {
      error:
        'The value is not an http or https URL. Use an http or https URL, or leave the value empty to disable this ' +
        'feature.',
    })
    .default(fallback)

export const withTrailingSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)

export const npmRegistry = httpUrl.transform(withTrailingSlash)

export const numberOfScans = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'The value is not a number of scans. Use a whole number from 1 to 9999.')
  .transform(Number)

/** The error text does not repeat the values. */
export const keyPeppers = z.string().transform((text, check): [string, ...string[]] => {
  const [current, ...former] = text.split(',').map((pepper) => pepper.trim())
  if (current !== undefined && [current, ...former].every((pepper) => pepper === pepperOfSecret || pepper.length >= 32))
    return [current, ...former]
  check.addIssue({
    code: 'custom',
    message:
      'The list contains an invalid pepper. Use at least 32 characters for each pepper. To include the pepper ' +
      `derived from ASSAY_SECRET, add "${pepperOfSecret}" to the list. Separate peppers with commas, and list the ` +
      'current pepper first.',
  })
  return z.NEVER
})

const notPort = 'The value is not a port. Use a number from 0 to 65535.'

export const port = z
  .string()
  .regex(/^\d{1,5}$/, notPort)
  .transform(Number)
  .pipe(z.int().max(65_535, notPort))

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const logLevel = z.enum(logLevels, `The value is not a log level. Use one of: ${logLevels.join(', ')}.`)
