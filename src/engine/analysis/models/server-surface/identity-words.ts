/** Names of arguments that say whose something is, or who asks. */
export const identityArguments = new RegExp(
  String.raw`^(?:(?:tenant|owner|user|account|org|organi[sz]ation|principal|customer|` +
    String.raw`subject)(?:_?(?:id|uid|name|key))?|(?:user_?)?roles?|is_?admin|on_?behalf_?of|acting_?as|` +
    String.raw`impersonate\w*)$`,
  'i',
)

/** Names of arguments that say what the caller may do. */
export const roleArguments = /^(?:(?:user_?)?roles?|is_?admin)$/i

/**
 * Names of headers in which nobody but the caller itself says who it is. What a proxy forwards has names of its own.
 */
export const identityHeaders = new RegExp(
  String.raw`^x-(?!forwarded-)(?:[a-z]+-)*(?:roles?|user|user-?id|user-?name|tenant|tenant-?id|admin|` +
    String.raw`is-?admin|owner|owner-?id|groups?|permissions?)$`,
)

/** Attributes under which a session, a request or a token says who somebody is. */
export const identityAttributes = new RegExp(
  String.raw`^(?:auth|authInfo|auth_info|clientId|client_id|userId|user_id|user|owner|ownerId|owner_id|` +
    String.raw`subject|sub|principal|account|accountId)$`,
)

/** Functions that give it. */
export const identityCalls: ReadonlySet<string> = new Set([
  'get_access_token',
  'getAuth',
  'getSession',
  'getServerSession',
  'get_current_user',
  'current_user',
  'getAuthInfo',
  'get_http_request',
  'get_http_headers',
  'getMcpAuthContext',
])

/**
 * Libraries of databases, by the beginnings of whole names: what they are asked, they do with the rights of the server.
 */
export const databaseNames = new RegExp(
  String.raw`^(?:new )?(?:pg|mysql2?|sqlite3?|better-sqlite3|node:sqlite|knex|mongodb|mongoose|mssql|oracledb|` +
    String.raw`cassandra-driver|@prisma\/client|drizzle-orm|typeorm|sequelize|kysely|ioredis|redis|psycopg2?|` +
    String.raw`psycopg_pool|asyncpg|aiosqlite|aiomysql|pymysql|MySQLdb|sqlalchemy|sqlmodel|pymongo|motor|peewee|` +
    String.raw`tortoise|duckdb|neo4j(?:-driver)?|libsql|@libsql\/client|postgres)\b`,
)

/** Headers and parameters that carry the id of a session. */
export const sessionIds: ReadonlySet<string> = new Set(['mcp-session-id', 'sessionid', 'session_id'])
