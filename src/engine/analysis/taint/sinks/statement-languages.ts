import type { Program } from '../../program/program.ts'
import { maskOf, queryWithBackslashes, type TaintMask } from '../../taint-kind.ts'
import type { SinkUse } from './sink.ts'

/**
 * Drivers for databases in which a backslash escapes a quote. In a string, `\'` does not end the string there, so `\''`
 * does. MySQL also accepts double-quoted strings; elsewhere, double quotes enclose identifiers. BigQuery, ClickHouse,
 * Snowflake, and Neo4j strings have the same escapes.
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
 * Modules for databases that follow standard SQL: inside a string, two quotes denote one quote, and a backslash is an
 * ordinary character.
 */
const standardModules = new RegExp(
  String.raw`^(?:new )?(?:sqlite3?|better-sqlite3|aiosqlite|@libsql\/client|pg|postgres|psycopg|asyncpg|mssql|` +
    String.raw`tedious|oracledb|duckdb|@duckdb\/node-api)(?=[.(])`,
)

/** Reports whether a program uses a driver for a database that supports backslash escapes. */
export function readsBackslashes(program: Pick<Program, 'stringIndex'>): boolean {
  return backslashDrivers.some((name) => program.stringIndex(name) >= 0)
}

/**
 * Returns the taint kinds that are dangerous at a sink. Backslashes are harmless if the database is known to follow
 * standard SQL.
 */
export function harmAt({ kind, model }: Pick<SinkUse, 'kind' | 'model'>): TaintMask {
  return kind === 'query' && !standardModules.test(model) ? queryWithBackslashes : maskOf(kind) & ~queryWithBackslashes
}
