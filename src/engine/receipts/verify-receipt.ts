import { z } from 'zod'
import { receiptLimits } from './receipt-limits.ts'
import { DsseEnvelope, ReceiptStatement } from '../model/receipt.ts'
import { inTotoPayload, isSignedBy } from './dsse.ts'
import type { ReceiptKey, ReceiptKeySet } from './key-set.ts'
import { publicKeyOf } from './public-key.ts'

/** Hexadecimal digests of an artifact, by algorithm name as in the statement's `subject`. */
export type ArtifactDigests = Readonly<Record<string, string>>

/** Result of one check. `unknown` means that there is not enough data for a decision. */
export interface ReceiptCheck {
  readonly name: 'document' | 'signature' | 'key' | 'time' | 'artifact'
  readonly outcome: 'holds' | 'fails' | 'unknown'
  /** One sentence that explains the result. */
  readonly says: string
}

/** Result of the verification. `statement` is set only if the signature is valid. */
export interface ReceiptVerification {
  readonly checks: readonly ReceiptCheck[]
  readonly statement: ReceiptStatement | undefined
}

/** API response that contains a receipt's envelope. */
const Wrapped = z.object({ data: z.object({ envelope: DsseEnvelope }) }).transform(({ data }) => data.envelope)
const EnvelopeFile = z.union([DsseEnvelope, Wrapped])

/**
 * Verifies a receipt's signature, key validity, expiry, and artifact without network access. `text` is untrusted. If
 * the signature is invalid, the result contains nothing from the receipt.
 */
export function verifyReceipt(
  text: string,
  { keys, now, artifact }: { readonly keys: ReceiptKeySet; readonly now: Date; readonly artifact?: ArtifactDigests },
): ReceiptVerification {
  const envelope = EnvelopeFile.safeParse(parsedJson(text))
  if (!envelope.success)
    return {
      checks: [check('document', 'fails', 'The file is not a receipt: it contains no DSSE envelope in JSON.')],
      statement: undefined,
    }
  const { payload, payloadType, signatures } = envelope.data
  if (payloadType !== inTotoPayload)
    return {
      checks: [
        check('document', 'fails', `The envelope contains "${shown(payloadType)}" instead of an in-toto statement.`),
      ],
      statement: undefined,
    }
  const candidates = signatures.flatMap((signature) =>
    keys.keys.filter(({ kid }) => kid === signature.keyid).map((key) => ({ key, sig: exactBase64(signature.sig) })),
  )
  if (candidates.length === 0)
    return {
      checks: [
        check(
          'signature',
          'unknown',
          `The signing key ${signatures.map(({ keyid }) => `"${shown(keyid)}"`).join(' or ')} is not among the ` +
            `${keys.keys.length} given keys.`,
        ),
      ],
      statement: undefined,
    }
  const bytes = exactBase64(payload)
  const signer = candidates.find(
    ({ key, sig }) => bytes && sig && isSignedBy(publicKeyOf(Buffer.from(key.x, 'base64url')), payloadType, bytes, sig),
  )
  if (!signer || !bytes)
    return {
      checks: [
        check(
          'signature',
          'fails',
          'The signature does not match the payload. The receipt was changed after it was signed.',
        ),
      ],
      statement: undefined,
    }
  const statement = ReceiptStatement.safeParse(parsedJson(bytes.toString()))
  if (!statement.success || statement.data.predicate.keyId !== signer.key.kid)
    return {
      checks: [check('document', 'fails', 'The signed document is not a receipt statement.')],
      statement: undefined,
    }
  const checks = [
    check('signature', 'holds', `The key ${signer.key.kid} signed this receipt.`),
    keyCheck(signer.key, statement.data),
    timeCheck(statement.data, now),
    ...(artifact ? [artifactCheck(statement.data, artifact)] : []),
  ]
  return { checks, statement: statement.data }
}

function keyCheck(
  { status, notBefore, notAfter }: ReceiptKey,
  { predicate: { issuedAt } }: ReceiptStatement,
): ReceiptCheck {
  const [at, { maxClockSkewMs: skewMs }] = [Date.parse(issuedAt), receiptLimits]
  if (at < Date.parse(notBefore) - skewMs || (notAfter !== undefined && at > Date.parse(notAfter) + skewMs))
    return check(
      'key',
      'fails',
      `The key was not valid at ${issuedAt}. It is valid from ` +
        `${notBefore}${notAfter === undefined ? '' : ` to ${notAfter}`}.`,
    )
  return check(
    'key',
    'holds',
    status === 'active'
      ? `The key is valid since ${notBefore}.`
      : `The key was valid from ${notBefore} to ${notAfter ?? 'its retirement'}, and at the time of the receipt.`,
  )
}

function timeCheck({ predicate: { issuedAt, expiresAt } }: ReceiptStatement, now: Date): ReceiptCheck {
  const [from, to] = [Date.parse(issuedAt), Date.parse(expiresAt)]
  if (to - from > receiptLimits.validMs)
    return check('time', 'fails', 'The receipt claims to be valid for more than 30 days.')
  if (now.getTime() < from - receiptLimits.maxClockSkewMs)
    return check('time', 'fails', `The receipt has a date in the future: ${issuedAt}.`)
  if (now.getTime() > to) return check('time', 'fails', `The receipt expired at ${expiresAt}. Request a new one.`)
  return check('time', 'holds', `The receipt is valid until ${expiresAt}.`)
}

function artifactCheck({ subject: [subject] }: ReceiptStatement, artifact: ArtifactDigests): ReceiptCheck {
  const stated = Object.entries(subject?.digest ?? {}).filter(([algorithm]) => algorithm in artifact)
  if (stated.length === 0)
    return check(
      'artifact',
      'unknown',
      `The receipt names the digest ${Object.keys(subject?.digest ?? {}).join(' and ') || 'of nothing'}, which ` +
        'this artifact does not have. Use the archive of a package, or the folder of a repository.',
    )
  const differing = stated.find(([algorithm, hex]) => artifact[algorithm] !== hex)
  if (differing)
    return check(
      'artifact',
      'fails',
      `The artifact differs from the scanned one. Its ${differing[0]} is ${artifact[differing[0]] ?? ''}, but the ` +
        `receipt has ${shown(differing[1])}.`,
    )
  return check(
    'artifact',
    'holds',
    `The artifact matches the scanned one (${stated.map(([algorithm]) => algorithm).join(', ')}).`,
  )
}

function check(name: ReceiptCheck['name'], outcome: ReceiptCheck['outcome'], says: string): ReceiptCheck {
  return { name, outcome, says }
}

/** Decodes canonical base64. Returns undefined for any other encoding, so each value has exactly one encoding. */
function exactBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes untrusted text safe for a terminal. */
function shown(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)
}
