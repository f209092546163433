import postgres from 'postgres'

/** Role and database of a connection. */
export interface ConnectedRole {
  readonly name: string
  readonly database: string
  readonly isSuperuser: boolean
  /** Locales that the operating system must provide (libc and ICU), without duplicates. */
  readonly locales: readonly string[]
  /** Password hash from `pg_authid`. Empty if the role has no password, or if the connection is not a superuser. */
  readonly storedPassword: string
}

/** A running cluster that can be backed up. */
export interface RunningCluster extends AsyncDisposable {
  readonly systemIdentifier: string
  readonly version: string
  /** Timeline of the write-ahead log. Each restore starts a new one. */
  readonly timeline: number
  /** Segment size of the write-ahead log, such as `16MB`. */
  readonly segmentSize: string
  /** True if the write-ahead log is archived. A base backup cannot be restored without its log. */
  readonly isArchived: boolean
  /**
   * Starts a base backup and returns the log position where replay starts. Takes seconds, because it waits for a
   * checkpoint.
   */
  beginBackup(label: string): Promise<string>
  /** Ends the backup once the log up to the stop point is archived. Returns the content of `backup_label`. */
  endBackup(): Promise<{ readonly stopPoint: string; readonly label: string }>
  connectedRole(): Promise<ConnectedRole>
  /** Switches to a new log segment, so that the current one is archived. */
  switchSegment(): Promise<void>
}

/**
 * Opens a connection for a backup. It cannot come from a pool, because the backup ends with its session (PostgreSQL 18,
 * section 25.3.4).
 */
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
