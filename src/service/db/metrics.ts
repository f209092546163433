import { Counter, Gauge } from 'prom-client'

/** Number of list marks that could not be stored. This is harmless: a distant page is then read without a mark. */
export const listMarksFailed = new Counter({
  name: 'assay_list_marks_failed_total',
  help: 'List marks that could not be stored.',
})

/** Lag of the replica that this process reads from. Not set if no replica is configured. */
export const replicaLag = new Gauge({
  name: 'assay_replica_lag_seconds',
  help: 'Age of the oldest change that the read replica lacks.',
})

export const replicaUsable = new Gauge({
  name: 'assay_replica_usable',
  help: '1 if reads use the replica, 0 if all of them use the primary.',
})

/** Servers of reads: the replica, or the primary for one of three reasons. */
export const replicaReads = new Counter({
  name: 'assay_replica_reads_total',
  help:
    'Reads by server and reason. "behind": the replica lacked a recent change. "unusable": it is down or lags. ' +
    '"failed": it failed during the read.',
  labelNames: ['server', 'reason'],
})
