import { areSameDatabase, findPooling, type Pooling } from '../db/find-pooling.ts'
import { errorText, isDatabaseAway } from '../db/query-error.ts'
import type { DatabaseSetting } from '../db/hosts/primary-locator.ts'
import { ConfigError } from '../../settings/config-error.ts'

/**
 * Checks that a process gets the sessions that it needs for LISTEN and for locks, and that both URLs lead to the same
 * database. Throws a ConfigError that names the setting to change.
 *
 * @returns how `url` leads to the database server.
 */
export async function checkDatabaseUrls(url: string, directUrl: string | undefined): Promise<Pooling> {
  const pooling = await requireConnection(url, 'DATABASE_URL')
  if (pooling === 'statement')
    throw new ConfigError([
      'DATABASE_URL: This URL leads to a connection pooler in statement mode, which rejects transactions. Set ' +
        'pool_mode = transaction in the pooler, and add the line DATABASE_DIRECT_URL with the URL of the PostgreSQL ' +
        'server itself. Or set pool_mode = session.',
    ])
  if (directUrl === undefined) {
    if (pooling === 'transaction')
      throw new ConfigError([
        'DATABASE_URL: This URL leads to a connection pooler in transaction mode. Assay needs sessions for LISTEN ' +
          'and for locks. Keep this line, and add the line DATABASE_DIRECT_URL with the URL of the PostgreSQL ' +
          'server itself. Or set pool_mode = session in the pooler.',
      ])
    return pooling
  }
  const direct = await requireConnection(directUrl, 'DATABASE_DIRECT_URL')
  if (direct === 'transaction' || direct === 'statement')
    throw new ConfigError([
      `DATABASE_DIRECT_URL: This URL leads to a connection pooler in ${direct} mode. Assay needs sessions for ` +
        'LISTEN and for locks. In the line DATABASE_DIRECT_URL, replace the host and port of the pooler by those of ' +
        'the PostgreSQL server itself. The line DATABASE_URL can name the pooler.',
    ])
  if (!(await areSameDatabase(url, directUrl).catch(refuse('DATABASE_DIRECT_URL'))))
    throw new ConfigError([
      'DATABASE_DIRECT_URL: This URL and DATABASE_URL lead to different databases, or one of them leads to a ' +
        'replica. Change the line DATABASE_DIRECT_URL to the server and database behind the pooler that the line ' +
        'DATABASE_URL names.',
    ])
  return pooling
}

function requireConnection(url: string, setting: DatabaseSetting): Promise<Pooling> {
  return findPooling(url, setting).catch(refuse(setting))
}

const refuse =
  (setting: DatabaseSetting) =>
  (error: unknown): never => {
    throw connectionProblem(setting, 'connect to this database', error)
  }

/** Returns a ConfigError for a failed step of the startup. A temporary failure has its own title and advice. */
export function connectionProblem(setting: DatabaseSetting, step: string, error: unknown): ConfigError {
  const reason = errorText(error).replace(/\.$/, '')
  const problem = `${setting}: Assay cannot ${step}: ${reason}. `
  return isDatabaseAway(error)
    ? new ConfigError(
        [`${problem}Start Assay again when the database accepts connections. If it does, check the URL.`],
        'Database unavailable',
      )
    : new ConfigError([`${problem}Check the URL and the permissions of its user.`])
}
