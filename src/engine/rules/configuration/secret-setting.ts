import { maskedSecret } from '../../model/masked-text.ts'
import { isPlaceholder } from '../leaked-secrets/placeholder.ts'

/** Words that identify secret names, delimited by punctuation or a capital letter. */
const secretWords = new RegExp(
  String.raw`(?:^|[_.-])(?:password|passwd|passphrase|pwd|secret|secrets|token|api_?key|apikey|access_?key|` +
    String.raw`auth_?key|private_?key|secret_?key|signing_?key|encryption_?key|master_?key|license_?key|` +
    String.raw`credentials?|auth|bearer|pat|dsn|webhook_?url|connection_?string|database_?url|key)(?:$|` +
    String.raw`[_.-](?:id|base64|b64|value|prod|production|live|\d+)$)`,
  'i',
)

/** Words that identify other settings, such as a secret's path, lifetime, or presence. */
const otherWords = new RegExp(
  String.raw`(?:file|path|dir|url|uri|endpoint|host|name|user|type|ttl|expir\w*|timeout|limit|length|size|max|` +
    String.raw`min|enabled|required|public|issuer|audience|header|prefix|provider|method|mode|algorithm|region|` +
    String.raw`count|budget|tokens)(?:$|[_.-]\d*$)`,
  'i',
)

/** Reports whether a setting with this name holds a secret: `GITHUB_TOKEN`, `dbPassword`, `x-api-key`. */
export function isSecretName(name: string): boolean {
  const separated = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
  return (
    secretWords.test(separated) &&
    !(otherWords.test(separated) && !/webhook_?url|database_?url$/i.test(separated)) &&
    !/public|publishable|anon_?key|_pk$/i.test(separated)
  )
}

/** Values that are not secrets: defaults, examples, and switches. */
const trivial = new RegExp(
  String.raw`^(?:postgres|mysql|root|admin|user|guest|minio(?:admin)?|password\d*|passwd|secret\d*|test\w*|` +
    String.raw`dev\w*|local\w*|default|none|null|undefined|true|false|yes|no|on|off|enabled|disabled|prompt|` +
    String.raw`optional|required|auto|basic|bearer|empty|dummy|mock|demo|sk|changeit|letmein|\d{1,6}|` +
    String.raw`[a-z]{3,12}[@_-]?\d{1,4}[!@]?|x+|\*+|\.+|-+)$`,
  'i',
)

const lookUpOrPath = new RegExp(
  String.raw`^[$%@]|\$\{|\{\{|^\{|^(?:env|file|input|secret|keychain|vault|op):|^(?:\.{0,2}\/|~\/|[A-Z]:\\)|` +
    String.raw`^https?:\/\/[^@]*$`,
  'i',
)

/** Reports whether a value can be a secret. Returns false for variables, placeholders, and examples. */
export function isSecretValue(value: string): boolean {
  const text = value.trim().replace(/^(?:bearer|basic|token)\s+/i, '')
  if (text.length < 6 || trivial.test(text.split('/').at(-1) ?? text) || isPlaceholder(text)) return false
  if (/\s/.test(text) && !text.startsWith('-----BEGIN')) return false
  // Excludes paths, and variables and templates that clients and shells expand.
  if (lookUpOrPath.test(text)) return false
  return !/^(?:[A-Z]+_)+[A-Z]+$|^[a-z]+(?:[-_][a-z]+){1,8}$|^(?:your|my|the|enter|put|add|paste|insert)[-_]?/i.test(
    text,
  )
}

/** Returns the password in a URL, or undefined if it has none or only a placeholder. */
export function passwordInAddress(value: string): string | undefined {
  const password = /^[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@]{0,100}:([^\s/@]{3,200})@[^\s/]/i.exec(value.trim())?.[1]
  return password !== undefined && isSecretValue(password) ? password : undefined
}

/** Formats a setting with a masked value. */
export const maskedSetting = (name: string, value: string, separator = '='): string =>
  `${name}${separator}${maskedSecret(value)}`
