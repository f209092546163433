const idDigits = 12

/** Returns the short ID of a finding: the first digits of its fingerprint, and a counter if equal findings exist. */
export function shortId(fingerprint: string): string {
  const [digits = '', number] = fingerprint.split(':')
  return `${digits.slice(0, idDigits)}${number === undefined ? '' : `:${number}`}`
}

/** Reports whether an ID from a comment is a finding's short or complete ID. */
export function isIdOf(id: string, fingerprint: string): boolean {
  const [digits = '', number] = id.split(':')
  const [all = '', count] = fingerprint.split(':')
  return all.startsWith(digits) && number === count
}
