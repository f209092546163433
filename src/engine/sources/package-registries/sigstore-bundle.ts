import { bundleFromJSON, type Bundle } from '@sigstore/bundle'
import { type Signer, toSignedEntity, toTrustMaterial, VerificationError, Verifier } from '@sigstore/verify'
import type { KnownKeys, RegistryKey, SigstoreTrust } from './sigstore-trust.ts'

/** Signer, as verified by the certificate authority or through the registry's key. All strings are untrusted. */
export interface BundleSigner {
  /** Email address or workflow URL from the certificate. */
  readonly identity?: string
  /** The signer's identity provider, from the certificate. */
  readonly issuer?: string
  /** URL of the built repository and commit, from the certificate. */
  readonly repository?: string
  readonly commit?: string
  /** URL of the workflow file that started the build, with its ref after an `@`, from the certificate. */
  readonly workflow?: string
}

export type BundleVerification =
  | {
      readonly state: 'verified'
      /** Signed payload from the envelope. */
      readonly payload: Buffer
      readonly payloadType: string
      readonly signer: BundleSigner
    }
  /** Reasons are ends of sentences. */
  | { readonly state: 'invalid'; readonly reason: string }
  | { readonly state: 'unreachable'; readonly reason: string }

/**
 * Maximum number of log entries or timestamps. Limited because the library compares all pairs. Real bundles have one
 * log entry and at most one timestamp.
 */
const maxEntries = 8

/**
 * Verifies a bundle with a DSSE envelope (https://docs.sigstore.dev/about/bundle/). Either its certificate must be
 * issued to the signer and logged, or its key must be one of `keys`. The signature must be in a transparency log.
 *
 * @param bundle parsed untrusted JSON
 * @param known keys that a bundle without a certificate may refer to
 */
export async function verifyBundle(
  trust: SigstoreTrust,
  bundle: unknown,
  known: KnownKeys = { keys: [], doubt: undefined },
): Promise<BundleVerification> {
  const read = readBundle(bundle)
  if ('reason' in read) return read
  const { root, doubt } = await trust.current()
  try {
    const signer = new Verifier(toTrustMaterial(root, keyFinder(known.keys))).verify(toSignedEntity(read.bundle))
    return { state: 'verified', ...read.content, signer: bundleSigner(signer) }
  } catch (error) {
    const isKeyUnknown = error instanceof VerificationError && error.code === 'PUBLIC_KEY_ERROR'
    return failedVerification(error, isKeyUnknown ? (known.doubt ?? doubt) : doubt)
  }
}

type Content = { readonly payload: Buffer; readonly payloadType: string }

function readBundle(
  value: unknown,
): { readonly bundle: Bundle; readonly content: Content } | Extract<BundleVerification, { state: 'invalid' }> {
  let bundle: Bundle
  try {
    bundle = bundleFromJSON(value)
  } catch (error) {
    return { state: 'invalid', reason: `it is not a Sigstore bundle (${textOf(error)})` }
  }
  const { tlogEntries, timestampVerificationData } = bundle.verificationMaterial
  const entries = tlogEntries.length + (timestampVerificationData?.rfc3161Timestamps.length ?? 0)
  if (entries > maxEntries)
    return {
      state: 'invalid',
      reason: `it has ${entries} log entries and timestamps, which exceeds the limit of ${maxEntries}`,
    }
  if (bundle.content.$case !== 'dsseEnvelope') return { state: 'invalid', reason: 'it does not sign a statement' }
  const { payload, payloadType } = bundle.content.dsseEnvelope
  return { bundle, content: { payload, payloadType } }
}

function keyFinder(keys: readonly RegistryKey[]) {
  return (hint: string) => {
    const found = keys.find(({ id }) => id === hint)
    if (found === undefined) throw new VerificationError({ code: 'PUBLIC_KEY_ERROR', message: 'its key is unknown' })
    return { publicKey: found.key, validFor: (date: Date) => isInUse(found, date) }
  }
}

/** Reports whether a key was in use on a date. */
export function isInUse({ from, until }: RegistryKey, date: Date): boolean {
  return (from === undefined || from <= date) && (until === undefined || date < until)
}

/** Failures that a newer trust root may fix: an unknown authority, log, or key. */
const passingCodes = new Set([
  'CERTIFICATE_ERROR',
  'PUBLIC_KEY_ERROR',
  'TIMESTAMP_ERROR',
  'TLOG_INCLUSION_PROMISE_ERROR',
  'TLOG_INCLUSION_PROOF_ERROR',
])

function failedVerification(
  error: unknown,
  doubt: string | undefined,
): Exclude<BundleVerification, { state: 'verified' }> {
  const reason = textOf(error)
  const mayPass = error instanceof VerificationError && passingCodes.has(error.code)
  return doubt !== undefined && mayPass
    ? { state: 'unreachable', reason: `${reason}; ${doubt}` }
    : { state: 'invalid', reason }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)

/** OID prefix for Fulcio's certificate extensions, https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md */
const fulcio = '1.3.6.1.4.1.57264.1'

function bundleSigner({ identity }: Signer): BundleSigner {
  const values = new Map(identity?.oids?.map(({ oid, value }) => [oid?.id.join('.'), Buffer.from(value)]))
  const extension = (number: number): string | undefined => values.get(`${fulcio}.${number}`)?.toString('utf8')
  // Starting with extension 7, the value is a DER string. Those in build certificates are short, with one or two length
  // bytes.
  const derString = (number: number): string | undefined => contentOfDerString(values.get(`${fulcio}.${number}`))
  const workflowRepository = extension(5)
  const repository =
    derString(12) ?? (workflowRepository === undefined ? undefined : `https://github.com/${workflowRepository}`)
  const commit = derString(13) ?? extension(3)
  const workflow = derString(18)
  const issuer = identity?.extensions?.issuer
  return {
    ...(identity?.subjectAlternativeName !== undefined && { identity: identity.subjectAlternativeName }),
    ...(issuer !== undefined && { issuer }),
    ...(repository !== undefined && { repository }),
    ...(commit !== undefined && { commit }),
    ...(workflow !== undefined && { workflow }),
  }
}

/**
 * Returns the content of a DER UTF8String. A length below 128 takes one byte. For longer strings, the first byte gives
 * the size of the length (X.690 section 8.1.3).
 */
function contentOfDerString(der: Buffer | undefined): string | undefined {
  const [tag, length = 0] = der ?? []
  if (der === undefined || tag !== 0x0c) return undefined
  return der.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f)).toString('utf8')
}
