import { Gauge } from 'prom-client'

/** Age of each ecosystem's advisories. No value for ecosystems that were never synced or are in no feed. */
export const advisoryAge = new Gauge({
  name: 'assay_advisory_age_seconds',
  help: "Time since the last complete sync of an ecosystem's advisories.",
  labelNames: ['ecosystem'],
})

export const advisoryFailing = new Gauge({
  name: 'assay_advisory_sync_failing',
  help: '1 if the last attempt to sync an ecosystem failed.',
  labelNames: ['ecosystem'],
})

/** Age of the exploitation data. `feed` is `kev` or `epss`. */
export const exploitationAge = new Gauge({
  name: 'assay_exploitation_age_seconds',
  help: 'Time since KEV and EPSS were last read.',
  labelNames: ['feed'],
})

/** Number of packages to rematch, across processes. A package may be counted more than once. */
export const touchedPackages = new Gauge({
  name: 'assay_touched_packages',
  help: 'Packages with changed advisories that are not rematched yet, counted up to 10,000.',
})

/** Number of waiting jobs, across processes. */
export const jobsWaiting = new Gauge({
  name: 'assay_jobs_waiting',
  help: 'Jobs that are due and wait for a worker.',
  labelNames: ['job'],
})

export const jobsRunning = new Gauge({
  name: 'assay_jobs_running',
  help: 'Jobs that are running.',
  labelNames: ['job'],
})

export const oldestJobSeconds = new Gauge({
  name: 'assay_job_oldest_wait_seconds',
  help: 'Time since the oldest waiting job was due. 0 if none waits.',
  labelNames: ['job'],
})

/** Number of unfinished scans, across processes. */
export const scansUnfinished = new Gauge({
  name: 'assay_scans_unfinished',
  help: 'Scans that wait or run, counted up to 10,000.',
  labelNames: ['status'],
})

export const oldestScanSeconds = new Gauge({
  name: 'assay_scan_oldest_wait_seconds',
  help: 'Waiting time of the oldest scan that has not started. 0 if none waits.',
})

/** Number of due deliveries, across processes. */
export const deliveriesDue = new Gauge({
  name: 'assay_webhook_deliveries_due',
  help: 'Deliveries whose next attempt is due, counted up to 10,000.',
})

export const oldestDeliverySeconds = new Gauge({
  name: 'assay_webhook_oldest_due_seconds',
  help: 'Time since the most overdue attempt was due. 0 if none is due.',
})

export const databaseUp = new Gauge({
  name: 'assay_database_up',
  help: '1 if the database responded to this request.',
})

/**
 * Number of connections, across this service's processes. `state` is PostgreSQL's name, such as `active` or `idle in
 * transaction`.
 */
export const databaseConnections = new Gauge({
  name: 'assay_database_connections',
  help: 'Connections of the service to its database.',
  labelNames: ['pool', 'state'],
})

export const databaseConnectionsMost = new Gauge({
  name: 'assay_database_connections_most',
  help: 'Maximum number of database connections.',
})

export const databaseBytes = new Gauge({ name: 'assay_database_bytes', help: 'Size of the database.' })

export const backupProblems = new Gauge({
  name: 'assay_backup_problems',
  help: 'Number of problems with the backups of the database, as listed by /readyz. 0 if they are not checked.',
})

/**
 * Free disk space. The only `folder` is `data`, which scans and the embedded database write to. No value if the free
 * space is unknown.
 */
export const diskFreeBytes = new Gauge({
  name: 'assay_disk_free_bytes',
  help: 'Free bytes on the disk of a folder, as reported by the file system.',
  labelNames: ['folder'],
})
