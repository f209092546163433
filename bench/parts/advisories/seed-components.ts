import { sql } from 'drizzle-orm'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import { packageUrl } from '../../../src/engine/model/purl.ts'
import { engineVersion } from '../../../src/engine/scanner/engine-version.ts'
import { scoringMethod } from '../../../src/engine/scanner/score.ts'

/** Number of package names, and versions of each: 1.0.0, 2.0.0, and so on. */
export const packages = { names: 200_000, versions: 5 }
const componentsOfServer = 25

const component: Component = {
  purl: packageUrl('npm', 'NAME', 'VERSION'),
  name: 'NAME',
  version: 'VERSION',
  ecosystem: 'npm',
  direct: false,
  dev: false,
  introducedBy: [{ manifest: 'package-lock.json', path: ['server@1.0.0', 'middle@2.1.0', 'NAME@VERSION'] }],
}
const finding = {
  id: 'finding_1',
  ruleId: 'path-traversal',
  title: 'A path',
  message: 'A path is used as it comes.',
  severity: 'medium',
  precision: 'high',
  category: 'code',
  cwe: ['CWE-22'],
  owaspMcp: [],
  location: { path: 'src/index.ts', startLine: 1 },
  fingerprint: 'code',
  state: 'existing',
  remediation: 'Do not.',
  firstSeenAt: '2026-01-01T00:00:00.000Z',
}
const results = {
  securityScore: 92,
  grade: 'A',
  vulnerabilities: { critical: 0, high: 0, medium: 1, low: 0, info: 0, total: 1 },
  partial: false,
  method: scoringMethod,
}

/**
 * Fills a new database with a million package versions, and servers with inventories of 25 versions each. Popularity
 * follows the square of a uniform distribution. All rows are as scans store them.
 */
export async function seedComponents({ db, sql: raw }: DatabaseClient, servers: number): Promise<void> {
  await db.execute(sql`
    insert into package_versions (ecosystem, package_name, version)
    select 'npm', 'package-' || name, version || '.0.0'
    from generate_series(0, ${packages.names - 1}::int) name, generate_series(1, ${packages.versions}::int) version
    order by name, version`)
  await db.execute(sql`select setseed(0.5)`)
  await raw`drop index inventories_package_versions`
  await raw`alter table registry_servers disable trigger user`
  for (let start = 0; start < servers; start += 10_000)
    await seedServers(db, start, Math.min(start + 10_000, servers) - 1)
  await raw`create index inventories_package_versions on inventories using gin (package_versions) with (fastupdate=off)`
  await raw`alter table registry_servers enable trigger user`
  await raw`vacuum analyze package_versions, inventories, registry_servers, registry_sources, registry_revisions,
    registry_findings, registry_history`
}

async function seedServers(db: DatabaseClient['db'], first: number, last: number): Promise<void> {
  const name = sql`'package-' || (id - 1) / ${packages.versions}::int`
  const version = sql`(id - 1) % ${packages.versions}::int + 1 || '.0.0'`
  await db.execute(sql`
    insert into inventories (digest, components, package_versions)
    select 'inventory-' || server, jsonb_agg(replace(replace(${JSON.stringify(component)}, 'NAME', ${name}), 'VERSION',
    ${version})::jsonb order by place), array_agg(id order by place)
    from (
      select server, place, floor(${packages.names}::int * random() ^ 2)::int * ${packages.versions}::int +
      floor(${packages.versions}::int * random())::int + 1 as id
      from generate_series(${first}::int, ${last}::int) server, generate_series(1, ${componentsOfServer}::int) place
    ) placed
    group by server`)
  // Random, as the registry assigns them.
  const id = sql`overlay(overlay(md5(server::text) placing '4' from 13) placing '8' from 17)::uuid`
  // In another order than the servers.
  const serverName = sql`'server-' || server::bigint * 7919 % 1000003`
  const from = sql`from generate_series(${first}::int, ${last}::int) server`
  await db.execute(sql`
    insert into registry_servers (id, slug, name, category, source_type, npm_package, status, security_score, grade,
    method, version, scan_id, last_scanned_at, medium)
    select ${id}, 'npm-server-' || server, ${serverName}, 'other', 'npm', ${serverName}, 'active', 92, 'A',
    ${scoringMethod}, '1.0.0', 'scan_' || server, now(), 1 ${from}`)
  await db.execute(sql`
    insert into registry_sources (id, server_id, type, canonical_url, name, declares, current_revision)
    select ${id}, ${id}, 'npm', 'https://packages.example/server-' || server, 'server-' || server, '{}',
    '1.0.0' ${from}`)
  await db.execute(sql`
    insert into registry_revisions (source_id, revision, scan_id, scanned_at, digest, results, score_basis, engine,
    advisory_date, inventory_digest)
    select ${id}, '1.0.0', 'scan_' || server, now(), 'sha512-x', ${JSON.stringify(results)}::jsonb, '[]',
    ${engineVersion()}, '{"npm":{"syncedAt":"2026-01-01T00:00:00.000Z"}}', 'inventory-' || server ${from}`)
  await db.execute(sql`
    insert into registry_findings (server_id, ordinal, severity, category, fingerprint, first_seen_at, document)
    select ${id}, 0, 'medium', 'code', 'code', '2026-01-01T00:00:00Z', ${JSON.stringify(finding)}::jsonb ${from}`)
  await db.execute(sql`
    insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities,
    version, cause, method)
    select ${id}, 1, 'scan_' || server, now(), 92, 'A', ${JSON.stringify(results.vulnerabilities)}::jsonb, '1.0.0',
    'code', ${scoringMethod} ${from}`)
  await db.execute(sql`select registry_add_to_search(array_agg(${id})) ${from}`)
}
