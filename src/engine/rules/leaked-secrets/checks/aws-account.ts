import type { Check } from '../credential.ts'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Checks the account number in an access key ID, which the first eight of its sixteen characters encode in 40 bits.
 * Account numbers have at most 12 digits, so about a tenth of random IDs are invalid. IDs from before 2019 start with
 * `I` or `J` here and are not checked.
 */
export function accountOfAccessKey(secret: string): Check {
  if (/^[IJ]/.test(secret.slice(4))) return 'unknown'
  let bits = 0n
  for (const letter of secret.slice(4, 14)) bits = (bits << 5n) | BigInt(base32.indexOf(letter))
  const account = (bits >> 9n) & 0xff_ffff_ffffn
  return account <= 999_999_999_999n ? 'unknown' : 'wrong'
}
