import { z } from 'zod'
import { receiptLimits } from './receipt-limits.ts'
import { DsseEnvelope, ReceiptStatement } from '../model/receipt.ts'
import { inTotoPayload, isSignedBy } from './dsse.ts'
import type { ReceiptKey, ReceiptKeySet } from './key-set.ts'
import { publicKeyOf } from './public-key.ts'

/** Digests of something that somebody has, in hex by algorithm, as `subject` names them. */
export type ArtifactDigests = Readonly<Record<string, string>>

/** One thing that was looked at: `unknown` where what is at hand does not tell. */
export interface ReceiptCheck {
  readonly name: 'document' | 'signature' | 'key' | 'time' | 'artifact'
  readonly outcome: 'holds' | 'fails' | 'unknown'
  /** A sentence for people. */
  readonly says: string
}

/** What became of a receipt; `statement` is there only where the signature holds. */
export interface ReceiptVerification {
  readonly checks: readonly ReceiptCheck[]
  readonly statement: ReceiptStatement | undefined
}

/** A receipt as the API answers it has the envelope within. */
const Wrapped = z.object({ data: z.object({ envelope: DsseEnvelope }) }).transform(({ data }) => data.envelope)
const EnvelopeFile = z.union([DsseEnvelope, Wrapped])

/**
 * Looks whether a receipt was signed by one of the keys, in that key's time, still holds at `now`, and is of an
 * artifact. Asks nobody; the text may be anything. Nothing of what it says is told before its signature holds.
 */
export function verifyReceipt(
  text: string,
  { keys, now, artifact }: { readonly keys: ReceiptKeySet; readonly now: Date; readonly artifact?: ArtifactDigests },
): ReceiptVerification {
  const envelope = EnvelopeFile.safeParse(parsedJson(text))
  if (!envelope.success)
    return {
      checks: [check('document', 'fails', 'This is no receipt: it is not a DSSE envelope in JSON.')],
      statement: undefined,
    }
  const { payload, payloadType, signatures } = envelope.data
  if (payloadType !== inTotoPayload)
    return {
      checks: [check('document', 'fails', `The envelope holds "${shown(payloadType)}", not an in-toto statement.`)],
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
          `None of the ${keys.keys.length} keys is ` +
            `${signatures.map(({ keyid }) => `"${shown(keyid)}"`).join(' or ')}, which signed.`,
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
          'The signature is not one of this key over this payload: a byte of it was changed.',
        ),
      ],
      statement: undefined,
    }
  const statement = ReceiptStatement.safeParse(parsedJson(bytes.toString()))
  if (!statement.success || statement.data.predicate.keyId !== signer.key.kid)
    return {
      checks: [check('document', 'fails', 'What was signed is no statement of a receipt.')],
      statement: undefined,
    }
  const checks = [
    check('signature', 'holds', `Signed with the key ${signer.key.kid}.`),
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
      `The key did not sign at ${issuedAt}: it did from ` +
        `${notBefore}${notAfter === undefined ? '' : ` to ${notAfter}`}.`,
    )
  return check(
    'key',
    'holds',
    status === 'active'
      ? `The key has signed since ${notBefore}.`
      : `The key signed from ${notBefore} to ${notAfter ?? 'its end'}, and did so when the receipt was made.`,
  )
}

function timeCheck({ predicate: { issuedAt, expiresAt } }: ReceiptStatement, now: Date): ReceiptCheck {
  const [from, to] = [Date.parse(issuedAt), Date.parse(expiresAt)]
  if (to - from > receiptLimits.validMs) return check('time', 'fails', 'It claims to hold for longer than 30 days.')
  if (now.getTime() < from - receiptLimits.maxClockSkewMs)
    return check('time', 'fails', `It is of ${issuedAt}, which lies ahead.`)
  if (now.getTime() > to) return check('time', 'fails', `It expired at ${expiresAt}: ask for a new one.`)
  return check('time', 'holds', `It holds until ${expiresAt}.`)
}

function artifactCheck({ subject: [subject] }: ReceiptStatement, artifact: ArtifactDigests): ReceiptCheck {
  const stated = Object.entries(subject?.digest ?? {}).filter(([algorithm]) => algorithm in artifact)
  if (stated.length === 0)
    return check(
      'artifact',
      'unknown',
      `The receipt is bound to ${Object.keys(subject?.digest ?? {}).join(' and ') || 'nothing'}, which the ` +
        'artifact at hand does not have: give the archive of a package, or the folder of a repository.',
    )
  const differing = stated.find(([algorithm, hex]) => artifact[algorithm] !== hex)
  if (differing)
    return check(
      'artifact',
      'fails',
      `The artifact is another one: its ${differing[0]} is ${artifact[differing[0]] ?? ''}, that of the ` +
        `receipt ${shown(differing[1])}.`,
    )
  return check(
    'artifact',
    'holds',
    `The artifact is the one that was scanned (${stated.map(([algorithm]) => algorithm).join(', ')}).`,
  )
}

function check(name: ReceiptCheck['name'], outcome: ReceiptCheck['outcome'], says: string): ReceiptCheck {
  return { name, outcome, says }
}

/** The bytes of a text that is base64 to the last bit; undefined otherwise, so that one text alone stands for them. */
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

/** Before its signature holds a text is anybody's: it goes to a terminal. */
function shown(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)
}
