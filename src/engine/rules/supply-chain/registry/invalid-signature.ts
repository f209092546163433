import { registryRule } from './registry-rule.ts'

export const invalidSignature = registryRule(
  {
    id: 'invalid-signature',
    title: 'What vouches for a package does not hold',
    category: 'supply-chain',
    severity: 'high',
    precision: 'high',
    cwe: ['CWE-347', 'CWE-345'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The signature of the registry over this version, or the attestation that tells from where it was ' +
      'built, is there and was verified to be wrong.',
    why: 'The file is not the one that was vouched for, or somebody else vouches.',
    remediation: 'Do not install it. Compare with another mirror of the registry, and ask who publishes it.',
    examples: {
      bad: ['A signature by an unknown key.', 'An attestation over another digest.'],
      good: ['A signature that was verified.', 'No attestation at all, which is told beside the result.'],
    },
  },
  ({ signature, provenance }) => {
    const wrong = [
      { what: 'signature', verification: signature },
      { what: 'attestation', verification: provenance },
    ].find(({ verification }) => verification?.state === 'invalid')
    return wrong
      ? {
          title: `The ${wrong.what} of the package does not hold`,
          message: `The ${wrong.what} of this version does not hold: ${wrong.verification?.detail.slice(0, 500)}`,
        }
      : undefined
  },
)
