import type { Check } from '../credential.ts'

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Judges the checksum of Bech32 (BIP 173), in which age writes its keys. */
export function bech32Holds(secret: string): Check {
  const { prefix, values } = partsOf(secret)
  return values.every((value) => value >= 0) && polymod([...expanded(prefix), ...values]) === 1 ? 'right' : 'wrong'
}

/** Writes the right checksum over the last six characters. */
export function bech32Sealed(secret: string): string {
  const { prefix, values } = partsOf(secret)
  const rest = polymod([...expanded(prefix), ...values.slice(0, -6), 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = Array.from(
    { length: 6 },
    (_unused, index) => alphabet[(rest >>> (5 * (5 - index))) & 31] ?? '',
  ).join('')
  return secret.slice(0, -6) + (secret === secret.toUpperCase() ? checksum.toUpperCase() : checksum)
}

function partsOf(secret: string): { prefix: string; values: number[] } {
  const text = secret.toLowerCase()
  const at = text.lastIndexOf('1')
  return { prefix: text.slice(0, at), values: Array.from(text.slice(at + 1), (letter) => alphabet.indexOf(letter)) }
}

function expanded(prefix: string): number[] {
  const codes = [...Buffer.from(prefix)]
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)]
}

function polymod(values: readonly number[]): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [index, generator] of generators.entries()) if ((top >>> index) & 1) checksum ^= generator
  }
  return checksum
}
