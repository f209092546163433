import type { SigstoreTrustOptions } from './sigstore-trust-options.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'

/**
 * Returns a trust root that is loaded on first use, because most scans verify nothing.
 *
 * @param options if absent, the trust root installed with this program is used
 */
export function sigstoreTrustOnDemand(options?: SigstoreTrustOptions): SigstoreTrust {
  let opened: Promise<SigstoreTrust> | undefined
  const open = async () => {
    const { createSigstoreTrust, installedSigstoreTrust } = await import('./sigstore-trust.ts')
    return options === undefined ? installedSigstoreTrust() : createSigstoreTrust(options)
  }
  return { current: async () => (await (opened ??= open())).current() }
}
