import { type Credential, named, token } from '../credential.ts'
import { isPlaceholder } from '../placeholder.ts'

/** Hosts that exist only on the local machine, in its containers, or in documentation. */
const localHost = new RegExp(
  String.raw`^(?:localhost|127\.|0\.0\.0\.0|\[?::1|host\.docker\.internal|[\w-]+(?::|\/|$)|` +
    String.raw`(?:[\w-]+\.)*(?:example|test|invalid|local|localhost)(?::|\/|$)|` +
    String.raw`(?:[\w-]+\.)*example\.(?:com|org|net))`,
  'i',
)

/** Default and well-known passwords. */
const wellKnown = new RegExp(
  String.raw`^(?:postgres(?:ql)?|root|admin|password|passwd|pass|user|username|secret|test|guest|mysql|` +
    String.raw`mongo(?:db)?|redis|rabbitmq|default|example|pwd|db|database|app|dev|changeme|toor|sa|12345|` +
    String.raw`abc123|\w)\d*[!@#]*$`,
  'i',
)

/** Reports whether a password is a default or otherwise well known. */
export const isWellKnownPassword = (password: string): boolean => wellKnown.test(password)

/**
 * Reports whether the password in a URL is a secret, which excludes templates, well-known passwords, and local hosts.
 */
export function isRemotePassword({
  secret,
  groups,
}: {
  readonly secret: string
  readonly groups: Readonly<Record<string, string | undefined>>
}): boolean {
  const { host = '', user = '' } = groups
  return (
    !localHost.test(host) &&
    !wellKnown.test(secret) &&
    secret !== user &&
    !isPlaceholder(secret) &&
    !/^[:*$%{<[(]|[}>)\]]$|\s/.test(secret)
  )
}

const stored = 'read, change, and delete data in the database'
const revoke = 'Change the password of the database user'
const password = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

function connectionString(
  id: string,
  name: string,
  schemes: readonly string[],
  severity: Credential['severity'] = 'high',
): Credential {
  return {
    id,
    name,
    severity,
    grants: stored,
    revoke,
    precision: 'medium',
    generic: false,
    insideWords: false,
    keywords: schemes.map((scheme) => `${scheme}://`),
    pattern: new RegExp(
      String.raw`(?:${schemes.map((scheme) => scheme.replaceAll('+', String.raw`\+`)).join('|')}):\/\/(?<user>` +
        String.raw`[^\s:@\/"'\x60<>{}]{0,80}):` +
        String.raw`(?<secret>[^\s@\/"'\x60<>]{3,120})` +
        String.raw`@(?<host>[^\s"'\x60<>,?]{1,200})`,
      'iy',
    ),
    after: 450,
    prefixLength: 0,
    accepts: isRemotePassword,
    examples: ({ fill }) => [
      `DATABASE_URL=${schemes[0] ?? ''}://app:${fill(password, 16)}@db.production.internal-host.io/main\n`,
    ],
    decoys: [
      `DATABASE_URL=${schemes[0] ?? ''}://app:\${DB_PASSWORD}@db.production.internal-host.io/main\n`,
      `DATABASE_URL=${schemes[0] ?? ''}://postgres:postgres@localhost/main\n`,
    ],
  }
}

/** Databases and connection strings. */
export const databases: readonly Credential[] = [
  connectionString('leaked-postgres-connection-string', 'PostgreSQL connection string with a password', [
    'postgres',
    'postgresql',
    'postgresql+psycopg2',
    'postgresql+psycopg',
    'postgresql+asyncpg',
    'cockroachdb',
    'redshift',
  ]),
  connectionString('leaked-mysql-connection-string', 'MySQL connection string with a password', [
    'mysql',
    'mysql2',
    'mariadb',
    'mysql+pymysql',
    'mysql+aiomysql',
    'mysqlx',
  ]),
  connectionString('leaked-mongodb-connection-string', 'MongoDB connection string with a password', [
    'mongodb',
    'mongodb+srv',
  ]),
  connectionString('leaked-redis-connection-string', 'Redis connection string with a password', [
    'redis',
    'rediss',
    'valkey',
    'valkeys',
  ]),
  {
    ...connectionString(
      'leaked-amqp-connection-string',
      'AMQP connection string with a password',
      ['amqp', 'amqps'],
      'medium',
    ),
    grants: 'read, publish, and delete messages on the broker',
    revoke: 'Change the password of the broker user',
  },
  connectionString('leaked-sqlserver-connection-string', 'SQL Server connection string with a password', [
    'sqlserver',
    'mssql',
    'mssql+pyodbc',
    'mssql+pymssql',
  ]),
  connectionString('leaked-clickhouse-connection-string', 'ClickHouse connection string with a password', [
    'clickhouse',
    'clickhouses',
    'clickhouse+http',
  ]),
  connectionString(
    'leaked-neo4j-connection-string',
    'Neo4j connection string with a password',
    ['neo4j', 'neo4j+s', 'bolt', 'bolt+s'],
    'medium',
  ),
  token({
    id: 'leaked-planetscale-password',
    name: 'PlanetScale password',
    shape: 'pscale_pw_{word:43}',
    severity: 'high',
    grants: stored,
    revoke: 'at https://app.planetscale.com in the branch settings',
  }),
  token({
    id: 'leaked-planetscale-token',
    name: 'PlanetScale service token',
    shape: 'pscale_tkn_{word:43}',
    severity: 'high',
    grants: stored,
    revoke: 'at https://app.planetscale.com under Service tokens',
  }),
  token({
    id: 'leaked-neon-key',
    name: 'Neon API key',
    shape: 'napi_{low36:64}',
    severity: 'high',
    grants: stored,
    revoke: 'at https://console.neon.tech/app/settings/api-keys',
  }),
  named({
    id: 'leaked-upstash-token',
    name: 'Upstash REST token',
    names: ['upstash_redis_rest_token', 'upstash_vector_rest_token', 'kv_rest_api_token'],
    shape: 'A{word:40-110}',
    severity: 'high',
    precision: 'medium',
    grants: stored,
    revoke: 'at https://console.upstash.com',
  }),
  named({
    id: 'leaked-elastic-key',
    name: 'Elasticsearch API key',
    names: ['elastic_api_key', 'elasticsearch_api_key', 'es_api_key'],
    shape: '{base64:56-60}==',
    severity: 'high',
    precision: 'medium',
    grants: stored,
    revoke: 'in Kibana under API keys',
  }),
  named({
    id: 'leaked-confluent-secret',
    name: 'Confluent API secret',
    names: ['confluent_api_secret', 'confluent_cloud_api_secret', 'kafka_api_secret', 'sasl_password'],
    shape: '{base64:64}',
    severity: 'high',
    precision: 'medium',
    grants: 'read and write topics in the cluster',
    revoke: 'at https://confluent.cloud/settings/api-keys',
  }),
  named({
    id: 'leaked-mongodb-atlas-key',
    name: 'MongoDB Atlas private key',
    names: ['mongodb_atlas_private_key', 'atlas_private_key'],
    shape: '{uuid:1}',
    severity: 'high',
    precision: 'medium',
    grants: 'change the database clusters and their access rules',
    revoke: 'at https://cloud.mongodb.com under Access Manager',
  }),
]
