/** Names of arguments that identify an owner or the caller. */
export const identityArguments = new RegExp(
  String.raw`^(?:(?:tenant|owner|user|account|org|organi[sz]ation|principal|customer|` +
    String.raw`subject)(?:_?(?:id|uid|name|key))?|(?:user_?)?roles?|is_?admin|on_?behalf_?of|acting_?as|` +
    String.raw`impersonate\w*)$`,
  'i',
)

/** Names of arguments that set the caller's permissions. */
export const roleArguments = /^(?:(?:user_?)?roles?|is_?admin)$/i

/** Names of headers in which callers state their own identity. Headers set by proxies have other names. */
export const identityHeaders = new RegExp(
  String.raw`^x-(?!forwarded-)(?:[a-z]+-)*(?:roles?|user|user-?id|user-?name|tenant|tenant-?id|admin|` +
    String.raw`is-?admin|owner|owner-?id|groups?|permissions?)$`,
)

/** Session, request, or token attributes that identify the caller. */
export const identityAttributes = new RegExp(
  String.raw`^(?:auth|authInfo|auth_info|clientId|client_id|userId|user_id|user|owner|ownerId|owner_id|` +
    String.raw`subject|sub|principal|account|accountId)$`,
)

/** Functions that return the caller's identity. */
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

/** Database libraries, by prefixes of qualified names. Queries run with the server's privileges. */
export const databaseNames = new RegExp(
  String.raw`^(?:new )?(?:pg|mysql2?|sqlite3?|better-sqlite3|node:sqlite|knex|mongodb|mongoose|mssql|oracledb|` +
    String.raw`cassandra-driver|@prisma\/client|drizzle-orm|typeorm|sequelize|kysely|ioredis|redis|psycopg2?|` +
    String.raw`psycopg_pool|asyncpg|aiosqlite|aiomysql|pymysql|MySQLdb|sqlalchemy|sqlmodel|pymongo|motor|peewee|` +
    String.raw`tortoise|duckdb|neo4j(?:-driver)?|libsql|@libsql\/client|postgres)\b`,
)

/** Headers and parameters that contain a session id. */
export const sessionIds: ReadonlySet<string> = new Set(['mcp-session-id', 'sessionid', 'session_id'])
