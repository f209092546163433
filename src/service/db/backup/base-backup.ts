import postgres from 'postgres'

/** A role and database by which a cluster is used. */
export interface ConnectedRole {
  readonly name: string
  readonly database: string
  readonly isSuperuser: boolean
  /** What the database sorts by that the operating system has to bring along: locales of libc and ICU, each once. */
  readonly locales: readonly string[]
  /** As `pg_authid` has it; empty where there is none, or only a superuser may know. */
  readonly storedPassword: string
}

/** A cluster that can be backed up while it runs. */
export interface RunningCluster extends AsyncDisposable {
  /** The number that it was made with. */
  readonly systemIdentifier: string
  readonly version: string
  /** That of its log: each restore begins a new one. */
  readonly timeline: number
  /** How long a segment of its log is, as in `16MB`. */
  readonly segmentSize: string
  /** Whether its log is archived: without that a base backup cannot be restored. */
  readonly isArchived: boolean
  /**
   * Begins a base backup; gives the point of the log from which it has to be replayed. Seconds, as it ends with a
   * checkpoint.
   */
  beginBackup(label: string): Promise<string>
  /** Ends it when the log up to there is archived; with what has to stand in the file `backup_label`. */
  endBackup(): Promise<{ readonly stopPoint: string; readonly label: string }>
  /** As whom one is connected, and to what. */
  connectedRole(): Promise<ConnectedRole>
  /** Has the segment of the log archived that is being written. */
  switchSegment(): Promise<void>
}

/** Connects for a backup: a session of its own, because the backup ends with it (PostgreSQL 18, section 25.3.4). */
export async function openForBackup(url: string): Promise<RunningCluster> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: 'assay backup' },
    onnotice: () => {},
  })
  try {
    const [about] = await sql<{ id: string; version: string; timeline: number; size: string; mode: string }[]>`
      select system_identifier::text as id, current_setting('server_version') as version, timeline_id as timeline,
      current_setting('wal_segment_size') as size, current_setting('archive_mode') as mode
      from pg_control_system(), pg_control_checkpoint()`
    return {
      systemIdentifier: about?.id ?? '',
      version: about?.version ?? '',
      timeline: about?.timeline ?? 1,
      segmentSize: about?.size ?? '',
      isArchived: about?.mode === 'on',
      beginBackup: async (label) =>
        (await sql<{ point: string }[]>`select pg_backup_start(${label}, true)::text as point`)[0]?.point ?? '',
      async endBackup() {
        const [end] = await sql<
          { stop: string; label: string }[]
        >`select lsn::text as stop, labelfile as label from pg_backup_stop(true)`
        return { stopPoint: end?.stop ?? '', label: end?.label ?? '' }
      },
      async connectedRole() {
        const [role] = await sql<
          Omit<ConnectedRole, 'storedPassword'>[]
        >`select rolname as name, datname as database, rolsuper as "isSuperuser",
          array(select distinct locale from unnest(array[datcollate, datctype, case when datlocprovider = 'i'
          then 'ICU ' || datlocale end]) as locale where locale is not null order by 1) as locales
          from pg_roles, pg_database where rolname = current_user and datname = current_database()`
        if (!role) throw new Error('The role of this connection is not there any more.')
        const [known] = role.isSuperuser
          ? await sql<
              { password: string | null }[]
            >`select rolpassword as password from pg_authid where rolname = current_user`
          : []
        return { ...role, storedPassword: known?.password ?? '' }
      },
      switchSegment: async () => void (await sql`select pg_switch_wal()`),
      [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}
