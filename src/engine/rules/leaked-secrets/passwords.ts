import { decodedText } from './encoded-text.ts'
import { isWellKnownPassword } from './credentials/databases.ts'
import { isPlaceholder } from './placeholder.ts'
import { looksRandom } from './randomness.ts'

/** Reports whether a password looks generated, or has letters of both cases, digits, and other characters. */
export function isStrongPassword(password: string): boolean {
  return (
    looksRandom(password) ||
    (/[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password) && /[^A-Za-z\d_.-]/.test(password))
  )
}

/** Values that are not passwords: variables, calls, encrypted values, and paths. */
const notValue = new RegExp(
  String.raw`^[$%@{[(<&*]|^ENC[([]|^(?:null|none|nil|undefined|true|false|yes|no|empty|prompt|string|optional|` +
    String.raw`required|password|hidden|masked|secret|your.{0,20}|enter.{0,20})$|\(\)?$|^(?:\.{0,2}|~)\/|^\w+\([^)]*\)`,
  'i',
)

/** Reports whether a value is a password and not a placeholder, in places that hold only passwords. */
export function isWrittenPassword(password: string): boolean {
  return isPlainPassword(password) && isPlainPassword(decodedText(password) ?? '')
}

const isPlainPassword = (text: string): boolean =>
  !notValue.test(text) && !isWellKnownPassword(text) && !isPlaceholder(text)

/**
 * Reports whether a user may have chosen a value as a password: it has letters and digits, and is not a word or
 * identifier.
 */
export function isChosenPassword(password: string): boolean {
  // The characters come first. In a file full of names without digits, the other checks took a quarter of the time.
  return /[\d!@#$%^&*]/.test(password) && /[A-Za-z]/.test(password) && isWrittenPassword(password)
}
