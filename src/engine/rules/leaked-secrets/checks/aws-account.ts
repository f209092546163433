import type { Check } from '../credential.ts'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The first eight of the sixteen characters of an access key's id hold the number of its account, 40 bits of them, and
 * numbers of accounts have 12 digits at most: about a tenth of random ids has none. Ids of before 2019, which begin
 * with `I` or `J` here, are not judged.
 */
export function accountOfAccessKey(secret: string): Check {
  if (/^[IJ]/.test(secret.slice(4))) return 'unknown'
  let bits = 0n
  for (const letter of secret.slice(4, 14)) bits = (bits << 5n) | BigInt(base32.indexOf(letter))
  const account = (bits >> 9n) & 0xff_ffff_ffffn
  return account <= 999_999_999_999n ? 'unknown' : 'wrong'
}
