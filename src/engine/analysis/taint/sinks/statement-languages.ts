import type { Program } from '../../program/program.ts'
import { maskOf, queryWithBackslashes, type TaintMask } from '../../taint-kind.ts'
import type { SinkUse } from './sink.ts'

/**
 * Drivers of databases that read a backslash in texts as well: `\'` ends none, so `\''` does. MySQL also takes what
 * stands in double quotes for a text, where others have a name. BigQuery, ClickHouse, Snowflake and Neo4j have the same
 * escapes in theirs.
 */
const backslashDrivers = [
  'mysql',
  'mysql2',
  'mysql2/promise',
  'mariadb',
  'pymysql',
  'MySQLdb',
  'mysql.connector',
  'aiomysql',
  'asyncmy',
  '@google-cloud/bigquery',
  'google.cloud.bigquery',
  'snowflake-sdk',
  'snowflake.connector',
  '@clickhouse/client',
  'clickhouse_connect',
  'neo4j-driver',
  'neo4j',
]

/**
 * Modules of sinks of databases that read statements as the standard has it: two quotes in a text are one, and a
 * backslash is one.
 */
const standardModules = new RegExp(
  String.raw`^(?:new )?(?:sqlite3?|better-sqlite3|aiosqlite|@libsql\/client|pg|postgres|psycopg|asyncpg|mssql|` +
    String.raw`tedious|oracledb|duckdb|@duckdb\/node-api)(?=[.(])`,
)

/** Whether a program has a driver of a database that reads backslashes. */
export function readsBackslashes(program: Pick<Program, 'stringIndex'>): boolean {
  return backslashDrivers.some((name) => program.stringIndex(name) >= 0)
}

/**
 * What does harm at a sink, as bits: where the database of a statement is known for one that reads it as the standard
 * has it, backslashes do none.
 */
export function harmAt({ kind, model }: Pick<SinkUse, 'kind' | 'model'>): TaintMask {
  return kind === 'query' && !standardModules.test(model) ? queryWithBackslashes : maskOf(kind) & ~queryWithBackslashes
}
