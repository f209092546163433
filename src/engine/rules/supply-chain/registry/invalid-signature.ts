import { z } from 'zod'
import { defineRegistryRule } from './registry-rule.ts'

const titles = {
  signature: 'Invalid registry signature for the package',
  attestation: 'Invalid provenance attestation for the package',
} as const

export const invalidSignature = defineRegistryRule({
  document: {
    id: 'invalid-signature',
    title: "Invalid signature: the package's registry signature or attestation fails verification",
    category: 'supply-chain',
    severity: 'high',
    precision: 'high',
    cwe: ['CWE-347', 'CWE-345'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The registry signature or provenance attestation of the package version failed verification. Packages without ' +
      'a signature or attestation are not reported.',
    why: 'Verification fails if the package was changed after it was signed, or if an unexpected party signed it.',
    remediation:
      'Do not install the package. Compare the package with the copy on another registry mirror, and contact the ' +
      'publisher.',
    examples: {
      bad: ['A signature from an unknown key.', 'An attestation for a different digest.'],
      good: ['A verified signature.', 'No attestation. The result reports that the attestation is missing.'],
    },
  },
  arguments: z.object({ proof: z.enum(['signature', 'attestation']), detail: z.string() }),
  describe: ({ proof, detail }) => ({
    title: titles[proof],
    message: `The ${proof} for this version is invalid. ${detail}`,
  }),
  match({ signature, provenance }) {
    if (signature?.state === 'invalid') return { arguments: { proof: 'signature' as const, detail: signature.detail } }
    if (provenance?.state === 'invalid')
      return { arguments: { proof: 'attestation' as const, detail: provenance.detail } }
    return undefined
  },
})
