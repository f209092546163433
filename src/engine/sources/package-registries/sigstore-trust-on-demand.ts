import type { SigstoreTrustOptions } from './sigstore-trust-options.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'

/**
 * Returns a trust root that loads with its first use, because most scans verify nothing.
 *
 * @param options without options, the root is the one that was installed with this program
 */
export function sigstoreTrustOnDemand(options?: SigstoreTrustOptions): SigstoreTrust {
  let opened: Promise<SigstoreTrust> | undefined
  const open = async () => {
    const { createSigstoreTrust, installedSigstoreTrust } = await import('./sigstore-trust.ts')
    return options === undefined ? installedSigstoreTrust() : createSigstoreTrust(options)
  }
  return { current: async () => (await (opened ??= open())).current() }
}
