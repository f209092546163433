import { z } from 'zod'
import type { PackageFacts } from '../../model/package-facts.ts'
import { worst } from './npm-attestations.ts'
import { shownText } from '../shown-text.ts'
import { type BundleSigner, verifyBundle } from './sigstore-bundle.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'

export type Provenance = NonNullable<PackageFacts['provenance']>

/** File that the attestations must refer to. */
interface About {
  readonly fileName: string
  /** Digest of the file, in hexadecimal. */
  readonly sha256: string
}

/**
 * Provenance object, https://peps.python.org/pep-0740/#provenance-objects. Real ones have one bundle with one or two
 * attestations.
 */
const ProvenanceObject = z.object({
  version: z.literal(1),
  attestation_bundles: z
    .array(
      z.object({ publisher: z.looseObject({ kind: z.string() }), attestations: z.array(z.unknown()).min(1).max(8) }),
    )
    .min(1)
    .max(4),
})
type Publisher = z.infer<typeof ProvenanceObject>['attestation_bundles'][number]['publisher']

const Attestation = z.object({
  version: z.literal(1),
  verification_material: z.object({
    certificate: z.base64(),
    transparency_entries: z.array(z.looseObject({ inclusionProof: z.unknown().optional() })).min(1),
  }),
  envelope: z.object({ statement: z.base64(), signature: z.base64() }),
})

const payloadType = 'application/vnd.in-toto+json'
const Statement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })).length(1),
  predicateType: z.enum(['https://docs.pypi.org/attestations/publish/v1', 'https://slsa.dev/provenance/v1']),
})

/**
 * Verifies a file's attestations. They must be about exactly these bytes. They must be signed by the publisher named in
 * the index, in a build of the publisher's repository. If there are several attestations, the worst result counts.
 */
export async function verifyPypiAttestations(
  document: unknown,
  about: About,
  trust: SigstoreTrust,
): Promise<Provenance> {
  const { data } = ProvenanceObject.safeParse(document)
  if (data === undefined) return { state: 'invalid', detail: 'The attestations from the index could not be parsed.' }
  const results: Provenance[] = []
  for (const { publisher, attestations } of data.attestation_bundles) {
    for (const attestation of attestations) results.push(await verifyAttestation(attestation, publisher, about, trust))
  }
  return worst(results) ?? { state: 'absent', detail: 'The index has no attestations for this file.' }
}

async function verifyAttestation(
  value: unknown,
  publisher: Publisher,
  { fileName, sha256 }: About,
  trust: SigstoreTrust,
): Promise<Provenance> {
  const { data: attestation } = Attestation.safeParse(value)
  if (attestation === undefined) return { state: 'invalid', detail: 'An attestation does not follow PEP 740.' }
  const verified = await verifyBundle(trust, asBundle(attestation))
  if (verified.state === 'unreachable')
    return { state: 'unreachable', detail: `The attestation could not be verified: ${verified.reason}.` }
  if (verified.state === 'invalid') return invalid(`is invalid: ${verified.reason}`)
  const statement = readStatement(verified.payload)
  const [subject] = statement?.subject ?? []
  if (subject === undefined) return invalid('signs a different kind of statement')
  if (normalFileName(subject.name) !== normalFileName(fileName)) return invalid('is for a different file')
  if (subject.digest['sha256']?.toLowerCase() !== sha256) return invalid('does not match the digest of the file')
  return judgeSigner(verified.signer, publisher)
}

const invalid = (reason: string): Provenance => ({ state: 'invalid', detail: `The attestation ${reason}.` })

/**
 * Converts a PEP 740 attestation, which uses its own field names, to a Sigstore bundle. Uses the oldest bundle format
 * because it does not require an inclusion proof.
 */
function asBundle({
  verification_material: { certificate: rawBytes, transparency_entries: tlogEntries },
  envelope,
}: z.infer<typeof Attestation>): unknown {
  const hasProofs = tlogEntries.every(({ inclusionProof }) => inclusionProof !== undefined)
  return {
    ...(hasProofs
      ? {
          mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
          verificationMaterial: { certificate: { rawBytes }, tlogEntries },
        }
      : {
          mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.1',
          verificationMaterial: { x509CertificateChain: { certificates: [{ rawBytes }] }, tlogEntries },
        }),
    dsseEnvelope: { payload: envelope.statement, payloadType, signatures: [{ sig: envelope.signature, keyid: '' }] },
  }
}

/**
 * Normalizes a file name. The attestation may spell the name differently from the index. This is safe, because the
 * digest proves that the file is the same.
 */
const normalFileName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')

function readStatement(payload: Buffer): z.infer<typeof Statement> | undefined {
  try {
    return Statement.safeParse(JSON.parse(payload.toString('utf8'))).data
  } catch {
    return undefined
  }
}

interface Forge {
  readonly issuer: string
  readonly host: string
  /** Publisher field that names the workflow, and the workflow folder below the repository URL. */
  readonly workflow: { readonly field: string; readonly folder: string }
}

/** Publishers with signed builds: their certificate issuer, and where their repositories and workflows are located. */
const forges: Readonly<Record<string, Forge>> = {
  GitHub: {
    issuer: 'https://token.actions.githubusercontent.com',
    host: 'https://github.com/',
    workflow: { field: 'workflow', folder: '/.github/workflows/' },
  },
  GitLab: {
    issuer: 'https://gitlab.com',
    host: 'https://gitlab.com/',
    workflow: { field: 'workflow_filepath', folder: '//' },
  },
}

function judgeSigner(
  { identity, issuer, repository, commit, workflow }: BundleSigner,
  publisher: Publisher,
): Provenance {
  const forge = Object.hasOwn(forges, publisher.kind) ? forges[publisher.kind] : undefined
  const published = publisher['repository']
  if (forge === undefined || typeof published !== 'string')
    return {
      state: 'unreachable',
      detail:
        'The attestation is signed, but the signer cannot be verified: the publisher kind ' +
        `${shownText(publisher.kind, 50)} is unknown.`,
    }
  if (issuer !== forge.issuer || identity === undefined || repository === undefined)
    return invalid('was not signed by a build of the publisher that the index lists')
  // Repository names are case-insensitive.
  if (repository.toLowerCase() !== `${forge.host}${published}`.toLowerCase())
    return invalid('was signed by a build of a different repository than the one that the index lists')
  // Only the named workflow is trusted: other workflows in the repository can run code from untrusted users' pull
  // requests.
  const trusted = publisher[forge.workflow.field]
  if (
    typeof trusted !== 'string' ||
    !workflow?.toLowerCase().startsWith(`${repository}${forge.workflow.folder}${trusted}@`.toLowerCase())
  )
    return invalid('was signed by a different workflow than the one that the index lists')
  return {
    state: 'verified',
    detail: `Built and signed by ${identity}.`,
    repository,
    ...(commit !== undefined && { commit }),
  }
}
