import ipaddr from 'ipaddr.js'

/**
 * Proxies whose `X-Forwarded-For` is trusted: the number of proxies in front of the service, or their addresses. 0
 * means none.
 */
export type TrustedProxies = number | readonly string[]

const maxHops = 20

/** Parses a number of proxies, or addresses and CIDR blocks separated by commas. Throws an Error with the problem. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^\d{1,9}$/.test(text)) {
    if (Number(text) <= maxHops) return Number(text)
    throw new Error(`The number of proxies is too high. Use at most ${maxHops}.`)
  }
  const blocks = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const invalid = blocks.find((block) => !isBlock(block))
  if (blocks.length === 0 || invalid !== undefined) {
    const problem =
      invalid === undefined ? 'The list is empty.' : `"${invalid}" is not a number, an IP address, or a CIDR block.`
    throw new Error(
      `${problem} Specify the number of proxies in front of the service, or a comma-separated list of their IP ` +
        'addresses or CIDR blocks.',
    )
  }
  return blocks
}

function isBlock(text: string): boolean {
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
