import postgres from 'postgres'

/** A cluster that can be backed up while it runs. */
export interface RunningCluster extends AsyncDisposable {
  /** The number that it was made with. */
  readonly systemIdentifier: string
  readonly version: string
  /** That of its log: each restore begins a new one. */
  readonly timeline: number
  /** Whether its log is archived: without that a base backup cannot be restored. */
  readonly isArchived: boolean
  /** Begins a base backup; gives the point of the log from which it has to be replayed. Seconds, as it ends with a checkpoint. */
  beginBackup(label: string): Promise<string>
  /** Ends it when the log up to there is archived; with what has to stand in the file `backup_label`. */
  endBackup(): Promise<{ readonly stopPoint: string; readonly label: string }>
  /** Has the segment of the log archived that is being written. */
  switchSegment(): Promise<void>
}

/** Connects for a backup: a session of its own, because the backup ends with it (PostgreSQL 18, section 25.3.4). */
export async function openForBackup(url: string): Promise<RunningCluster> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, connection: { application_name: 'assay backup' }, onnotice: () => {} })
  try {
    const [about] = await sql<{ id: string; version: string; timeline: number; mode: string }[]>`
      select system_identifier::text as id, current_setting('server_version') as version, timeline_id as timeline, current_setting('archive_mode') as mode from pg_control_system(), pg_control_checkpoint()`
    return {
      systemIdentifier: about?.id ?? '',
      version: about?.version ?? '',
      timeline: about?.timeline ?? 1,
      isArchived: about?.mode === 'on',
      beginBackup: async (label) => (await sql<{ point: string }[]>`select pg_backup_start(${label}, true)::text as point`)[0]?.point ?? '',
      async endBackup() {
        const [end] = await sql<{ stop: string; label: string }[]>`select lsn::text as stop, labelfile as label from pg_backup_stop(true)`
        return { stopPoint: end?.stop ?? '', label: end?.label ?? '' }
      },
      switchSegment: async () => void (await sql`select pg_switch_wal()`),
      [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}
