import { isPublicAddress } from '../../engine/net/public-address.ts'

/** Returns why GitHub cannot deliver events to this URL, as a sentence, or undefined if no reason is known. */
export function whyUnreachable(publicUrl: string): string | undefined {
  const url = URL.parse(publicUrl)
  if (url?.protocol !== 'https:') return `${publicUrl} does not use https. GitHub sends events only over https.`
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isAddress(name)) return isPublicAddress(name) ? undefined : `${name} is not a public address.`
  return name.includes('.') && !/(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)$/i.test(name)
    ? undefined
    : `${name} is not a public host name.`
}

const isAddress = (name: string) => name.includes(':') || /^[\d.]+$/.test(name)
