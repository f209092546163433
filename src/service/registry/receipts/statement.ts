import { receiptLimits } from '../../../engine/receipts/receipt-limits.ts'
import { assay } from '../../../engine/model/product.ts'
import { type ReceiptStatement, receiptVerdict } from '../../../engine/model/receipt.ts'
import type { ReceiptBasis } from '../../db/registry/receipts.ts'
import { subjectOf } from '../../../engine/receipts/subject.ts'

export interface Issue {
  /** Base URL of the service without a trailing slash. */
  readonly publicUrl: string
  readonly keyId: string
  readonly now: Date
}

/** Path of the predicate type. It identifies the statement type permanently, and leads to its documentation. */
export const predicateTypePath = '/docs/registry/receipt/v1'

export const predicateTypeOf = (publicUrl: string): string => `${publicUrl}${predicateTypePath}`

/** Reports whether the stored data is enough for a statement. */
export const canBeStated = (basis: ReceiptBasis): boolean =>
  basis.revision.scope !== null && subjectOfBasis(basis) !== undefined

function subjectOfBasis({
  server,
  source: { canonicalUrl, folder, name },
  revision: { revision, digest },
}: ReceiptBasis): ReceiptStatement['subject'][number] | undefined {
  return subjectOf({ type: server.sourceType, canonicalUrl, folder, name, revision, digest })
}

/** Returns a receipt's statement, or undefined if the stored data is not sufficient. */
export function statementOf(basis: ReceiptBasis, { publicUrl, keyId, now }: Issue): ReceiptStatement | undefined {
  const {
    server,
    source: { canonicalUrl, folder },
    revision,
  } = basis
  const subject = subjectOfBasis(basis)
  const { results } = revision
  if (!subject || !revision.scope) return undefined
  const { scannerVersion, scope } = revision.scope
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [subject],
    predicateType: predicateTypeOf(publicUrl),
    predicate: {
      scanner: { name: assay.name, version: scannerVersion, rules: revision.engine, url: publicUrl },
      source: {
        type: server.sourceType,
        url: canonicalUrl,
        ...(folder !== '' && { folder }),
        revision: revision.revision,
        digest: revision.digest,
      },
      scope,
      verdict: receiptVerdict(results.vulnerabilities, scope),
      score: results.securityScore,
      grade: results.grade,
      method: results.method,
      vulnerabilities: results.vulnerabilities,
      scanId: revision.scanId,
      scannedAt: revision.scannedAt.toISOString(),
      advisories: revision.advisoryDate,
      evidence: `${publicUrl}/api/v1/servers/${server.slug}`,
      keyId,
      issuedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + receiptLimits.validMs).toISOString(),
    },
  }
}
