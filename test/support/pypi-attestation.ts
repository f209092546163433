import type { Build, SigstoreStandIn } from './sigstore-stand-in.ts'

/** Returns an attestation in the format of PEP 740. */
export function pypiAttestation(sigstore: SigstoreStandIn, statement: object, build: Partial<Build> = {}) {
  const { verificationMaterial, dsseEnvelope } = sigstore.bundleOfBuild(statement, build) as unknown as {
    readonly verificationMaterial: {
      readonly x509CertificateChain: { readonly certificates: readonly { readonly rawBytes: string }[] }
      readonly tlogEntries: readonly object[]
    }
    readonly dsseEnvelope: { readonly payload: string; readonly signatures: readonly { readonly sig: string }[] }
  }
  return {
    version: 1,
    verification_material: {
      certificate: verificationMaterial.x509CertificateChain.certificates[0]?.rawBytes,
      transparency_entries: verificationMaterial.tlogEntries,
    },
    envelope: { statement: dsseEnvelope.payload, signature: dsseEnvelope.signatures[0]?.sig },
  }
}

/** Returns the statement of a publisher for an uploaded file. */
export function publishStatement(subject: {
  readonly name: string
  readonly digest: Readonly<Record<string, string>>
}) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [subject],
    predicateType: 'https://docs.pypi.org/attestations/publish/v1',
    predicate: null,
  }
}

/** Returns the provenance of one file in an index: an attestation for a GitHub repository. */
export function provenanceObject(
  sigstore: SigstoreStandIn,
  subject: Parameters<typeof publishStatement>[0],
  repository: string,
) {
  return {
    version: 1,
    attestation_bundles: [
      {
        publisher: { kind: 'GitHub', repository, workflow: 'publish.yml', environment: null },
        attestations: [pypiAttestation(sigstore, publishStatement(subject))],
      },
    ],
  }
}
