import type { Credential, MatchedText } from '../credential.ts'
import { isRemotePassword } from './databases.ts'

const stored = 'read, change, and delete data in the database'
const revoke = 'Change the password of the database user'
const password = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** Next setting of a connection string, or the quote that closes the string. */
const nextSetting = /;\s?[\w ]{2,40}=|["'`]\s{0,3}(?:[,;:)\]}<>/]|$)|<\//
const nextParameter = /[&;][\w.]{1,40}=|["'`]\s{0,3}(?:[,;:)\]}<>/]|$)|<\//
/** Last `@` before the host of an Oracle URL. */
const lastAt = /@(?=[^@\s"']*(?:["'\s]|$))/

const serverName = /(?:server|host|data source|address)\s?=\s?(?:tcp:)?([^;"'\r\n]{1,120})/i
const connectionName = /(?:driver|dsn|provider|database|initial catalog|data source|server|host)\s?=/i

/** Reports whether a password in a connection string is for a server on another machine. */
function isServerPassword({ secret, groups, preceding, following }: MatchedText): boolean {
  const before =
    preceding(300)
      .split(/["'\r\n]/)
      .at(-1) ?? ''
  const near = before + (following(200).split(/["'\r\n]/)[0] ?? '')
  const host = serverName.exec(near)?.[1] ?? 'unknown.host.io'
  return connectionName.test(near) && isRemotePassword({ secret, groups: { user: groups['user'], host } })
}

/** Passwords in connection strings of ADO.NET, ODBC, and JDBC. `databases.ts` has those in URLs. */
export const connectionStrings: readonly Credential[] = [
  {
    id: 'leaked-adonet-connection-string',
    name: 'ADO.NET connection string with a password',
    keywords: ['server=', 'data source=', 'host='],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`(?:Server|Data Source|Host)\s?=\s?(?:tcp:)?(?<host>[^;"'\r\n]{1,120});` +
        String.raw`(?:[\w ]{2,40}=[^;"'\r\n]{0,120};){0,8}\s?(?:Password|Pwd)\s?=\s?(?<secret>[^;"'\s]{4,120})`,
      'iy',
    ),
    after: 1_500,
    prefixLength: 0,
    endsBefore: nextSetting,
    accepts: isRemotePassword,
    grants: stored,
    revoke,
    examples: ({ fill }) => [
      'ConnectionString: "Server=tcp:sales.database-host.io,1433;Database=main;User ' +
        `ID=app;Password=${fill(password, 16)};Encrypt=true"\n`,
    ],
    decoys: ['ConnectionString: "Server=localhost;Database=main;User ID=sa;Password=Password1;"\n'],
  },
  {
    id: 'leaked-odbc-connection-string',
    name: 'connection string with a user and a password',
    keywords: ['uid=', 'user id=', 'username=', 'user='],
    insideWords: false,
    severity: 'high',
    precision: 'low',
    generic: true,
    pattern: new RegExp(
      String.raw`(?:Uid|User(?: ?Id|name)?)=(?<user>[^;"'\r\n=]{1,80});\s?` +
        String.raw`(?:[\w ]{2,40}=[^;"'\r\n]{0,120};\s?){0,4}(?:Password|Pwd)\s?=\s?(?<secret>[^;"'\s\\]{4,120})`,
      'iy',
    ),
    after: 920,
    prefixLength: 0,
    endsBefore: nextSetting,
    accepts: isServerPassword,
    grants: stored,
    revoke,
    examples: ({ fill }) => [
      `"Driver={PostgreSQL};Uid=app;Pwd=${fill(password, 16)};Server=sales.database-host.io;Database=main"\n`,
    ],
    decoys: ['"Driver={PostgreSQL};Uid=app;Pwd=Password1;Server=localhost;Database=main"\n'],
  },
  {
    id: 'leaked-oracle-password',
    name: 'Oracle JDBC URL with a password',
    keywords: ['jdbc:oracle:'],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    // Format: https://docs.oracle.com/en/database/oracle/oracle-database/23/jjdbc/data-sources-and-URLs.html
    pattern:
      /jdbc:oracle:(?:thin|oci):(?<user>[\w$#]{1,60})\/(?<secret>[^@\s"'/]{4,60})@(?:\/\/)?(?<host>[^\s"'/]{1,150})/iy,
    after: 320,
    prefixLength: 0,
    endsBefore: lastAt,
    accepts: isRemotePassword,
    grants: stored,
    revoke,
    examples: ({ fill }) => [`url=jdbc:oracle:thin:app/${fill(password, 16)}@//db.database-host.io:1521/main\n`],
    decoys: ['url=jdbc:oracle:thin:app/${password}@//db.database-host.io:1521/main\n'],
  },
  {
    id: 'leaked-jdbc-password',
    name: 'JDBC URL with a password',
    keywords: ['jdbc:'],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`jdbc:[a-z:0-9]{2,30}\/\/(?<host>[^\s"'?;]{1,150})[?;]` +
        String.raw`(?:[\w.]{1,40}=[^&;\s"']{0,80}[&;]){0,8}password=(?<secret>[^&;\s"']{4,100})`,
      'iy',
    ),
    after: 1_400,
    prefixLength: 0,
    endsBefore: nextParameter,
    accepts: isRemotePassword,
    grants: stored,
    revoke,
    examples: ({ fill }) => [
      `url=jdbc:postgresql://db.database-host.io:5432/main?user=app&password=${fill(password, 16)}\n`,
    ],
    decoys: ['url=jdbc:postgresql://db.database-host.io:5432/main?user=app&password=${password}\n'],
  },
]
