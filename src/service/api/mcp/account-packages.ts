import type { AdvisoryStore } from '../../../engine/advisories/advisory-store.ts'
import { packageUrl } from '../../../engine/model/purl.ts'
import { packageNaming, packagePageUrl } from '../../../engine/sources/package-naming.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import { exactVersion, resolvePackage, withVersion } from '../../../mcp/resolve-package.ts'
import type { PackageChecks, PackageTarget } from '../../../mcp/tool-host.ts'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findPackageResults, findUnfinishedScan, findVersionMeant } from '../../db/scans/package-results.ts'
import type { AdvisoryMatcher } from '../../scans/advisories/match.ts'
import { advisoryState } from '../../scans/advisories/state.ts'
import { requestScan } from '../../scans/request-scan.ts'
import type { TicketContext } from '../../scans/tickets.ts'
import { queueFullError } from '../v1/create-scan.ts'
import { resultOf } from './account-scans.ts'
import { mcpHttpLimits } from './mcp-limits.ts'

/** Dependencies of package checks. */
export interface AccountPackagesContext extends TicketContext {
  readonly db: Database
  /** Advisory feed base URLs. */
  readonly advisoryBases: readonly string[]
  readonly advisoryMatcher: AdvisoryMatcher
  readonly sources: SourceReach
}

/** Checks packages against the database, for one account. All accounts share the results for public sources. */
export function accountPackages(context: AccountPackagesContext, { accountId, keyId }: Caller): PackageChecks {
  const { db, sources } = context
  return {
    async resolve(target, signal) {
      const isExact = exactVersion(target) !== undefined
      const since = new Date(isExact ? 0 : Date.now() - mcpHttpLimits.maxVersionAgeMs)
      const version = await findVersionMeant(db, { ...questionOf(accountId, target), target, since })
      return version === undefined ? resolvePackage(sources, target, signal) : { version }
    },
    openAdvisories: async () => storedAdvisories(context),
    async find(target, version) {
      const rows = await findPackageResults(db, { ...questionOf(accountId, target), version })
      return rows.map((row) => ({
        verdict: row.verdict ?? 'error',
        ...(row.coverage && { coverage: row.coverage }),
        scannedAt: row.completedAt ?? row.createdAt,
        // Omitted for other accounts' scans, because an account cannot read them.
        scanId: row.accountId === accountId ? row.id : undefined,
        load: () => resultOf(db, row),
      }))
    },
    async start(asked, version) {
      const target = version === undefined ? asked : withVersion(asked, version)
      const running = await findUnfinishedScan(db, accountId, target)
      if (running) return running
      const scan = await requestScan(context, {
        accountId,
        submittedByKey: keyId,
        url: urlOf(target, version),
        target,
        failOn: 'high',
      })
      if (typeof scan === 'string') throw queueFullError(scan)
      return scan
    },
  }
}

const questionOf = (accountId: string, { type, name }: PackageTarget) => ({
  accountId,
  canonicalUrl: packagePageUrl(type, name),
})

const urlOf = ({ type, name }: PackageTarget, version: string | undefined) =>
  version === undefined ? packagePageUrl(type, name) : packageUrl(packageNaming[type].ecosystem, name, version)

/** Returns the currently stored advisories. Does not wait for a sync. */
function storedAdvisories({ db, advisoryBases, advisoryMatcher }: AccountPackagesContext): AdvisoryStore & Disposable {
  return {
    async ready(ecosystem) {
      const { date } = await advisoryState({ database: { db }, bases: advisoryBases }, ecosystem)
      return date ? { date } : { problem: 'No advisories are stored yet.' }
    },
    match: (components) => advisoryMatcher.match(components),
    unreadable: async () => [],
    [Symbol.dispose]: () => {},
  }
}
