export const redactedPrefixes = ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'] as const

export const redacted = (text: string): string => redactedPrefixes.reduce(
  (line, prefix) => line.replaceAll(new RegExp(`${prefix}[A-Za-z0-9]+`, 'g'), `${prefix}[redacted]`), text)
