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

/** What issuing receipts needs. */
export interface ReceiptContext extends AccountContext {
  /** The advisories by which answers are kept in line. */
  readonly advisoryBases: readonly string[]
  /** Without trailing slash. */
  readonly publicUrl: string
}

type Dates = ReceiptStatement['predicate']['advisories']

/** A receipt as it is handed out. */
export interface Receipt {
  readonly envelope: DsseEnvelope
  readonly statement: ReceiptStatement
}

/**
 * Receipts of servers by server id: those that there are, and new ones where there is none yet, where one holds for
 * less than a third of its time, was signed with a retired key, or says something else than would be said now, be it of
 * which day the advisories are. Servers without a complete scan of their current revision have none.
 */
export async function receiptsOf(
  context: ReceiptContext,
  serverIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Receipt>> {
  if (serverIds.length === 0) return new Map()
  const { bases, advisoriesOf } = await readBases(context, serverIds)
  if (bases.length === 0) return new Map()
  const kept = new Map(
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
    const known = readable(kept.get(basis.revision.scanId))
    if (known && holds(known, statement, now)) {
      receipts.set(basis.server.id, known)
      continue
    }
    const envelope = signEnvelope(statement, key)
    receipts.set(basis.server.id, { envelope, statement })
    issued.push(rowOf(basis, { envelope, statement }))
  }
  await keepReceipts(context.db, issued)
  return receipts
}

/** The receipt of one server; undefined when it has none. */
export async function receiptOf(context: ReceiptContext, serverId: string, now: Date): Promise<Receipt | undefined> {
  return (await receiptsOf(context, [serverId], now)).get(serverId)
}

/** Those of these servers that have a receipt when it is asked for. */
export async function listReceiptedServers(db: Database, serverIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await listReceiptBases(db, serverIds)).filter(canBeStated).map(({ server }) => server.id))
}

/** As of one moment: a score of before is never signed with the advisories of after. */
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

/** Whether a receipt still says what a new one would, in another time, and for long enough. */
function holds({ statement: known }: Receipt, fresh: ReceiptStatement, now: Date): boolean {
  const { issuedAt, expiresAt, advisories } = known.predicate
  if (
    Date.parse(expiresAt) - now.getTime() < receiptLimits.renewBeforeExpiryMs ||
    !isOfDay(advisories, fresh.predicate.advisories)
  )
    return false
  return isDeepStrictEqual(known, { ...fresh, predicate: { ...fresh.predicate, issuedAt, expiresAt, advisories } })
}

/**
 * Feeds are synced each hour; a receipt says of which day they are. While a sync is worked off, `fresh` may be older:
 * what was said before holds.
 */
function isOfDay(known: Dates, fresh: Dates): boolean {
  const ecosystems = Object.keys(fresh) as (keyof Dates)[]
  return (
    ecosystems.length === Object.keys(known).length &&
    ecosystems.every((ecosystem) => known[ecosystem] && dayOf(known[ecosystem]) >= dayOf(fresh[ecosystem]))
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
