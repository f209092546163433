import type { PgBoss } from 'pg-boss'

/** Statement that takes jobs. With outdated statistics, the planner would use nested loops for it. */
const fetchesJobs = /\bskip locked\b/i

/**
 * Adapts pg-boss to a connection pooler in transaction mode: it listens on a direct connection, and sets the planner up
 * in each transaction that fetches jobs, instead of once per connection. Must be called before `start`.
 *
 * @param direct options of the direct connection, for the driver.
 */
export function useTransactionPooler(boss: PgBoss, direct: object): void {
  const database = boss.getDb()
  const { listen, beginTransaction } = database
  if (!listen || !beginTransaction) throw new Error('pg-boss has no LISTEN connection or no transactions')
  const executeSql = database.executeSql.bind(database)
  // `listen` reads the options of its connection from `config`.
  const config: unknown = Reflect.get(database, 'config')
  if (typeof config !== 'object') throw new Error('pg-boss has no options for its connections')
  const directDatabase: unknown = Object.create(database, { config: { value: { ...config, ...direct } } })
  database.listen = (...words) => Reflect.apply(listen, directDatabase, words)
  database.executeSql = async (text, values) => {
    // Texts with several statements have no values, and transactions of their own.
    if (!values?.length || !fetchesJobs.test(text)) return executeSql(text, values)
    const transaction = await beginTransaction.call(database)
    try {
      await transaction.db.executeSql('set local enable_nestloop = off')
      const result = await transaction.db.executeSql(text, values)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
}
