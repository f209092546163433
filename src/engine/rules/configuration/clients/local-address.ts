/** Host names that public DNS does not resolve. */
const localName = /(?:^|\.)(?:localhost|local|internal|lan|home|test|host\.docker\.internal)$|^[a-z\d_-]+$/i

/**
 * Reports whether a URL points to this machine or a private network, based on its text. Returns true if a variable
 * contains the host.
 */
export function isLocalAddress(address: string): boolean {
  const host = (/^[a-z]+:\/\/(?:[^/@\s]*@)?(\[[^\]]*\]|[^:/?#\s]*)/i.exec(address)?.[1] ?? '').toLowerCase()
  if (host === '' || /[$<{%]/.test(host)) return true
  if (host.startsWith('[')) return /^\[(?:::1|f[cd][\da-f]{2}:|fe80:)/.test(host)
  if (/^\d+(?:\.\d+){3}$/.test(host))
    return /^(?:127|10|0|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      host,
    )
  return localName.test(host)
}
