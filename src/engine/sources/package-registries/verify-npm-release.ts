import { createHash } from 'node:crypto'
import type { Verification } from '../../model/package-facts.ts'
import { packageLimits } from '../package-limits.ts'
import {
  type AttestationResults,
  keyIdsOfAttestations,
  type Provenance,
  verifyAttestations,
  worst,
} from './npm-attestations.ts'
import type { NpmManifest } from './npm-packument.ts'
import type { NpmRelease } from './npm-release.ts'
import { readRegistryKeys, verifySignatures } from './npm-signature.ts'
import { keysPath } from './registry-request.ts'
import type { KnownKeys, SigstoreTrust } from './sigstore-trust.ts'

export interface ReleaseToVerify {
  readonly manifest: NpmManifest
  readonly release: NpmRelease
  /** Resolves to the archive, or to undefined if the download failed. */
  readonly archive: Promise<Buffer | undefined>
}

/** A version's verified signatures and attestations. */
export interface ReleaseVerification {
  readonly signature: Verification
  readonly provenance: Provenance
}

/** Result of requesting a JSON document from the registry. Problems are ends of sentences. */
export type DocumentLookup = { readonly document: unknown } | { readonly problem: string }

export interface VerificationContext {
  readonly trust: SigstoreTrust
  /**
   * Requests a document from the package's registry, given its path relative to the base URL. Throws only if `signal`
   * aborts.
   */
  document(path: string, signal: AbortSignal): Promise<DocumentLookup>
}

/**
 * Verifies a version's signatures and attestations while its archive downloads. The requests have a time limit, after
 * which the result is `unreachable`. Throws only if `signal` aborts.
 */
export async function verifyNpmRelease(
  context: VerificationContext,
  { manifest, release, archive }: ReleaseToVerify,
  signal: AbortSignal,
): Promise<ReleaseVerification> {
  if (release.signatures.length === 0 && !release.hasAttestations)
    return { signature: verifySignatures(manifest, release, noKeys), provenance: noAttestations }
  const asked = AbortSignal.any([signal, AbortSignal.timeout(packageLimits.verificationTimeoutMs)])
  const patient = async (path: string): Promise<DocumentLookup> => {
    try {
      return await context.document(path, asked)
    } catch (error) {
      signal.throwIfAborted()
      if (!asked.aborted) throw error
      return { problem: `the registry did not respond within ${packageLimits.verificationTimeoutMs / 1000} s` }
    }
  }
  const [attestations, trustRoot, bytes] = await Promise.all([
    release.hasAttestations ? patient(attestationsPath(manifest)) : undefined,
    context.trust.current(),
    archive,
  ])
  const known = await knownKeys(trustRoot.npmKeys, trustRoot.doubt, keyIdsOf(release, attestations), patient)
  const attested = await attestationResults(attestations, { manifest, bytes }, context.trust, known)
  return {
    signature: worstOfSigned(verifySignatures(manifest, release, known), attested.publication),
    provenance: attested.provenance,
  }
}

const noKeys: KnownKeys = { keys: [], doubt: undefined }

const noAttestations = { state: 'absent', detail: 'The registry has no attestations for this version.' } as const

const attestationsPath = ({ name, version }: NpmManifest): string =>
  `-/npm/v1/attestations/${encodeURIComponent(`${name}@${version}`).replaceAll('%40', '@')}`

/**
 * Returns all key IDs that signatures and attestations refer to. The registry's keys are requested only if one of these
 * IDs is unknown.
 */
function keyIdsOf({ signatures }: NpmRelease, attestations: DocumentLookup | undefined): string[] {
  const ofSignatures = signatures === 'unreadable' ? [] : signatures.map(({ keyid }) => keyid)
  return [
    ...ofSignatures,
    ...(attestations !== undefined && 'document' in attestations ? keyIdsOfAttestations(attestations.document) : []),
  ]
}

async function knownKeys(
  npmKeys: KnownKeys['keys'],
  doubt: string | undefined,
  needed: readonly string[],
  document: (path: string) => Promise<DocumentLookup>,
): Promise<KnownKeys> {
  if (needed.every((id) => npmKeys.some((key) => key.id === id))) return { keys: npmKeys, doubt }
  const lookup = await document(keysPath)
  if ('problem' in lookup)
    return { keys: npmKeys, doubt: `the registry's keys could not be fetched because ${lookup.problem}` }
  const keys = readRegistryKeys(lookup.document)
  if (keys === undefined) return { keys: npmKeys, doubt: "the registry's keys could not be parsed" }
  return { keys: [...npmKeys, ...keys], doubt }
}

async function attestationResults(
  lookup: DocumentLookup | undefined,
  { manifest, bytes }: { readonly manifest: NpmManifest; readonly bytes: Buffer | undefined },
  trust: SigstoreTrust,
  known: KnownKeys,
): Promise<AttestationResults> {
  if (lookup === undefined) return { provenance: noAttestations, publication: undefined }
  if ('problem' in lookup)
    return {
      provenance: {
        state: 'unreachable',
        detail: `The registry lists attestations, but they could not be fetched: ${lookup.problem}.`,
      },
      publication: undefined,
    }
  if (bytes === undefined)
    return {
      provenance: { state: 'unreachable', detail: 'There is no archive to compare the attestations with.' },
      publication: undefined,
    }
  return verifyAttestations(
    lookup.document,
    { manifest, sha512: createHash('sha512').update(bytes).digest('hex') },
    trust,
    known,
  )
}

/**
 * Combines both results. The registry signs each version directly, and signs it a second time in its publication
 * attestation.
 */
function worstOfSigned(signature: Verification, publication: Verification | undefined): Verification {
  if (publication === undefined || publication.state === 'unreachable') return signature
  return worst([signature, publication]) ?? signature
}
