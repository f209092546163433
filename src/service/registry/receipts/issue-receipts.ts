import { isDeepStrictEqual } from 'node:util'
import type { AccountContext } from '../../accounts/account-context.ts'
import type { Database } from '../../db/client.ts'
import {
  listReceiptBases,
  listReceipts,
  keepReceipts,
  type ReceiptBasis,
  type ReceiptRow,
} from '../../db/registry/receipts.ts'
import { receiptLimits } from '../../../engine/receipts/receipt-limits.ts'
import { DsseEnvelope, ReceiptStatement } from '../../../engine/model/receipt.ts'
import { datesInLine } from '../rematching/dates-in-line.ts'
import { signEnvelope } from '../../../engine/receipts/dsse.ts'
import { openSigningKey } from './signing-key.ts'
import { canBeStated, type Issue, statementOf } from './statement.ts'

export interface ReceiptContext extends AccountContext {
  /** Base URLs of the advisory feeds. */
  readonly advisoryBases: readonly string[]
  /** Public URL of the service without a trailing slash. */
  readonly publicUrl: string
}

type Dates = ReceiptStatement['predicate']['advisories']

export interface Receipt {
  readonly envelope: DsseEnvelope
  readonly statement: ReceiptStatement
}

/**
 * Returns the servers' receipts by server ID. Issues a new receipt if none is stored, if less than a third of the
 * stored one's validity is left, or if its key is retired. Also issues one if the content or the day of the advisories
 * has changed. Servers without a complete scan of their current revision have no receipt.
 */
export async function receiptsOf(
  context: ReceiptContext,
  serverIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Receipt>> {
  if (serverIds.length === 0) return new Map()
  const { bases, advisoriesOf } = await readBases(context, serverIds)
  if (bases.length === 0) return new Map()
  const storedRows = new Map(
    (
      await listReceipts(
        context.db,
        bases.map(({ revision }) => revision.scanId),
      )
    ).map((row) => [row.scanId, row]),
  )
  const key = await openSigningKey(context, now)
  const receipts = new Map<string, Receipt>()
  const issued: ReceiptRow[] = []
  for (const basis of bases) {
    const issue: Issue = { publicUrl: context.publicUrl, keyId: key.id, now }
    const statement = statementOf(
      { ...basis, revision: { ...basis.revision, advisoryDate: advisoriesOf(basis.revision) } },
      issue,
    )
    if (!statement) continue
    const stored = readable(storedRows.get(basis.revision.scanId))
    if (stored && isCurrent(stored, statement, now)) {
      receipts.set(basis.server.id, stored)
      continue
    }
    const envelope = signEnvelope(statement, key)
    receipts.set(basis.server.id, { envelope, statement })
    issued.push(rowOf(basis, { envelope, statement }))
  }
  await keepReceipts(context.db, issued)
  return receipts
}

/** Returns one server's receipt, or undefined. */
export async function receiptOf(context: ReceiptContext, serverId: string, now: Date): Promise<Receipt | undefined> {
  return (await receiptsOf(context, [serverId], now)).get(serverId)
}

/** Returns the servers that can have a receipt. */
export async function listReceiptedServers(db: Database, serverIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await listReceiptBases(db, serverIds)).filter(canBeStated).map(({ server }) => server.id))
}

/** Reads scores and advisory dates in one transaction, so that a receipt never combines values from different times. */
async function readBases({ db, advisoryBases }: ReceiptContext, serverIds: readonly string[]) {
  return db.transaction(
    async (tx) => {
      const bases = await listReceiptBases(tx, serverIds)
      return {
        bases,
        advisoriesOf: await datesInLine(
          { database: { db: tx }, bases: advisoryBases },
          bases.flatMap(({ revision }) => revision.inventoryDigest ?? []),
        ),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Reports whether a receipt is valid long enough and has the same content as a new one. */
function isCurrent({ statement: stored }: Receipt, fresh: ReceiptStatement, now: Date): boolean {
  const { issuedAt, expiresAt, advisories } = stored.predicate
  if (
    Date.parse(expiresAt) - now.getTime() < receiptLimits.renewBeforeExpiryMs ||
    !isOfDay(advisories, fresh.predicate.advisories)
  )
    return false
  return isDeepStrictEqual(stored, { ...fresh, predicate: { ...fresh.predicate, issuedAt, expiresAt, advisories } })
}

/**
 * Reports whether stored advisory dates are at least as new as `fresh`, by day. Feeds sync every hour. While a sync is
 * being applied, `fresh` can be older; the stored receipt is then kept.
 */
function isOfDay(stored: Dates, fresh: Dates): boolean {
  const ecosystems = Object.keys(fresh) as (keyof Dates)[]
  return (
    ecosystems.length === Object.keys(stored).length &&
    ecosystems.every((ecosystem) => stored[ecosystem] && dayOf(stored[ecosystem]) >= dayOf(fresh[ecosystem]))
  )
}

const dayOf = (date: Dates[keyof Dates]) => date?.syncedAt.slice(0, 10) ?? ''

function readable(row: ReceiptRow | undefined): Receipt | undefined {
  const envelope = DsseEnvelope.safeParse(row?.envelope)
  if (!envelope.success) return undefined
  const statement = ReceiptStatement.safeParse(JSON.parse(Buffer.from(envelope.data.payload, 'base64').toString()))
  return statement.success ? { envelope: envelope.data, statement: statement.data } : undefined
}

function rowOf({ server, revision }: ReceiptBasis, { envelope, statement: { predicate } }: Receipt): ReceiptRow {
  return {
    scanId: revision.scanId,
    serverId: server.id,
    envelope,
    keyId: predicate.keyId,
    issuedAt: new Date(predicate.issuedAt),
    expiresAt: new Date(predicate.expiresAt),
  }
}
