import { z } from 'zod'
import type { PackageFacts, Verification } from '../../model/package-facts.ts'
import { packageUrl } from '../../model/purl.ts'
import type { NpmManifest } from './npm-packument.ts'
import { type BundleSigner, verifyBundle } from './sigstore-bundle.ts'
import type { KnownKeys, SigstoreTrust } from './sigstore-trust.ts'

/** A version's build provenance, according to its attestations. */
export type Provenance = NonNullable<PackageFacts['provenance']>

/** Package version that the attestations must refer to. */
interface About {
  readonly manifest: NpmManifest
  /** Digest of the archive, in hexadecimal. */
  readonly sha512: string
}

/** Result of verifying a version's attestations. */
export interface AttestationResults {
  readonly provenance: Provenance
  /** The registry's attestation that it published this digest. Undefined if there is no such attestation. */
  readonly publication: Verification | undefined
}

/** Response of a registry's `/-/npm/v1/attestations/NAME@VERSION`. Real responses contain two attestations. */
const Attestations = z.object({
  attestations: z.array(z.object({ predicateType: z.string(), bundle: z.unknown() })).max(8),
})

/** In-toto statement, https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
const Statement = z.object({
  _type: z.enum(['https://in-toto.io/Statement/v0.1', 'https://in-toto.io/Statement/v1']),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })).length(1),
  predicateType: z.string(),
})

const payloadType = 'application/vnd.in-toto+json'
const provenanceTypes = new Set(['https://slsa.dev/provenance/v0.2', 'https://slsa.dev/provenance/v1'])
const publicationType = 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1'

const noProvenance: Provenance = {
  state: 'absent',
  detail: 'The registry has no provenance attestation for this version.',
}

/**
 * Verifies the signer and the digest of each attestation for a version. If there are several attestations of one kind,
 * the worst result counts.
 */
export async function verifyAttestations(
  document: unknown,
  about: About,
  trust: SigstoreTrust,
  known: KnownKeys,
): Promise<AttestationResults> {
  const { data } = Attestations.safeParse(document)
  if (data === undefined)
    return {
      provenance: { state: 'invalid', detail: 'The attestations from the registry could not be parsed.' },
      publication: undefined,
    }
  const results: AttestationResults[] = []
  for (const attestation of data.attestations) {
    if (provenanceTypes.has(attestation.predicateType))
      results.push({ provenance: await verifyProvenance(attestation, about, trust), publication: undefined })
    else if (attestation.predicateType === publicationType)
      results.push({ provenance: noProvenance, publication: await verifyPublication(attestation, about, trust, known) })
  }
  return {
    provenance:
      worst(results.map(({ provenance }) => provenance).filter((provenance) => provenance !== noProvenance)) ??
      noProvenance,
    publication: worst(
      results.map(({ publication }) => publication).filter((publication) => publication !== undefined),
    ),
  }
}

const Keyed = z.object({
  bundle: z.object({ verificationMaterial: z.object({ publicKey: z.object({ hint: z.string() }) }) }),
})

/** Returns the IDs of the keys that signed the attestations. */
export function keyIdsOfAttestations(document: unknown): string[] {
  return (Attestations.safeParse(document).data?.attestations ?? []).flatMap(
    (attestation) => Keyed.safeParse(attestation).data?.bundle.verificationMaterial.publicKey.hint ?? [],
  )
}

export function worst<Result extends Verification>(results: readonly Result[]): Result | undefined {
  const order = ['invalid', 'unreachable', 'verified', 'absent'] as const
  return order.flatMap((state) => results.find((result) => result.state === state) ?? [])[0]
}

type Attestation = z.infer<typeof Attestations>['attestations'][number]
type Failed = { readonly state: 'invalid' | 'unreachable'; readonly detail: string }

async function verifyProvenance(attestation: Attestation, about: About, trust: SigstoreTrust): Promise<Provenance> {
  const signed = await verifyStatement(attestation, about, trust, { keys: [], doubt: undefined })
  if ('state' in signed) return signed
  const { identity, repository, commit } = signed.signer
  if (identity === undefined || repository === undefined || commit === undefined)
    return {
      state: 'invalid',
      detail: 'The provenance attestation was not signed by a build: its certificate names no repository or commit.',
    }
  return { state: 'verified', detail: `Built and signed by ${identity}.`, repository, commit }
}

async function verifyPublication(
  attestation: Attestation,
  about: About,
  trust: SigstoreTrust,
  known: KnownKeys,
): Promise<Verification> {
  const signed = await verifyStatement(attestation, about, trust, known)
  if ('state' in signed) return signed
  if (signed.signer.identity !== undefined)
    return { state: 'invalid', detail: 'The publish attestation was not signed by the registry.' }
  return { state: 'verified', detail: 'A transparency log records that the registry published this version.' }
}

/** Verifies a statement about this version. Returns its signer, or why the statement is invalid. */
async function verifyStatement(
  { predicateType, bundle }: Attestation,
  { manifest, sha512 }: About,
  trust: SigstoreTrust,
  known: KnownKeys,
): Promise<{ readonly signer: BundleSigner } | Failed> {
  const what = predicateType === publicationType ? 'publish attestation' : 'provenance attestation'
  const invalid = (reason: string): Failed => ({ state: 'invalid', detail: `The ${what} ${reason}.` })
  const verified = await verifyBundle(trust, bundle, known)
  if (verified.state === 'unreachable')
    return { state: 'unreachable', detail: `The ${what} could not be verified: ${verified.reason}.` }
  if (verified.state === 'invalid') return invalid(`is invalid: ${verified.reason}`)
  const statement = readStatement(verified.payload, verified.payloadType)
  if (statement === undefined || statement.predicateType !== predicateType)
    return invalid('signs a different kind of statement than it declares')
  const [subject] = statement.subject
  if (subject?.name !== packageUrl('npm', manifest.name, manifest.version))
    return invalid('is for a different package or version')
  if (subject.digest['sha512']?.toLowerCase() !== sha512) return invalid('does not match the digest of the archive')
  return { signer: verified.signer }
}

function readStatement(payload: Buffer, type: string): z.infer<typeof Statement> | undefined {
  if (type !== payloadType) return undefined
  try {
    return Statement.safeParse(JSON.parse(payload.toString('utf8'))).data
  } catch {
    return undefined
  }
}
