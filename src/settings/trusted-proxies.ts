import ipaddr from 'ipaddr.js'

/**
 * Whose `X-Forwarded-For` is believed: this many proxies in front of us, or those with these addresses. 0 believes
 * nobody.
 */
export type TrustedProxies = number | readonly string[]

const maxHops = 20

/** Reads a number of hops, or a comma list of addresses and CIDR blocks. Throws with what it should be. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^\d{1,9}$/.test(text)) {
    if (Number(text) <= maxHops) return Number(text)
    throw new Error(`should be at most ${maxHops} hops`)
  }
  const blocks = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const wrong = blocks.find((block) => !isBlock(block))
  if (blocks.length === 0 || wrong !== undefined) {
    throw new Error(
      'should be the number of proxies in front of the service, or a comma list of their addresses or CIDR ' +
        `blocks${wrong === undefined ? '' : `; "${wrong}" is neither`}`,
    )
  }
  return blocks
}

function isBlock(text: string): boolean {
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
