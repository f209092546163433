import { hash } from 'node:crypto'

/** SHA-256 of keys that were published on purpose. Storing hashes keeps the keys out of this file. */
const published = new Set([
  '2cafc0970149a84f3b9e62eaf169f36f59907a3b3e31f7b82e68c69cd27f7326', // Stripe's documentation, test mode
  'f2d6ca16515033e5dce14eba840b979d27b5cbae24bb3e5bf484339667f86397', // Stripe's older documentation, test mode
  '0011cc25eb4320717494d2703e8cba85743e71b500283c21c8b88147992f9059', // Azure Storage emulator
  'aa6547439583c3a275d4542a0df6c1ad6a863971be9f2a2220f027cc02aef615', // Azure Cosmos DB emulator
  '96ad2ccd81462a766178ae09a71df55f548a3f66da11606f9cdf40b391e22dd0', // Standard Webhooks specification
  '2d8d4d3e9c756ac16226754ed825d1ce6f5585a8d1c3a93b68f955268100f0e9', // Grafana's documentation
  '00cf4c781dc37003f7c7dd7d4c9a6ef1e0f4c62d9a291aa8bc398774e3fefd32', // RFC 6749, 6750 or 7617
  '6c96130f130ab0d6d158397e24d2bcc1c9a5e73ae081f6e983f1c7b545d24a4c', // RFC 6749, 6750 or 7617
  'ca7459e2b26776de081b9a07e40227fd6cff232a1e3233ff6b6aa6d036ca9981', // RFC 6749, 6750 or 7617
  'e9974c507d2a802143f614c878fcbb622a3800e05e6e0d329fee2c5b6b243329', // RFC 6749, 6750 or 7617
  '584b27d64ebc1b3341f7fc9a9c3f1a54422e9a1ca3079fd5531d9f489219f8d0', // RFC 6749, 6750 or 7617
  'b8e148545b13c78bc74da2f1a7275dd71e56ddece129d7d2f7b3ecc06f7994da', // RFC 6749, 6750 or 7617
  'cf4d418ed3de92d71f767db5391d5a2dacd40e1ce49e75d1137e2ecf4982d844', // RFC 6749, 6750 or 7617
])

/** Reports whether a string is a well-known key from documentation or an emulator. */
export function isPublishedKey(secret: string): boolean {
  return published.has(hash('sha256', secret, 'hex'))
}
