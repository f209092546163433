import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'

const runs = { kind: 'query', effect: 'runs a database query' } as const satisfies SinkEffect
const builds = { kind: 'query', effect: 'adds raw text to a database query' } as const satisfies SinkEffect
const graph = { kind: 'query', effect: 'runs a graph database query' } as const satisfies SinkEffect

/** Common names of database handles. */
const database = new RegExp(
  String.raw`\b(?:db|database|pool|conn|connection|cursor|cur|sqlite|mysql|postgres|pg|sql|knex|prisma|` +
    String.raw`sequelize|duckdb|clickhouse|engine|trx|transaction|query runner|warehouse|data source)\b`,
)

const methodsOf = (module: string, made: string, names: string): SinkModel[] =>
  names.split(' ').map((name) => ({
    language: 'javascript',
    callee: `${module}.*.${name}`,
    argument: 0,
    when: 'statement',
    ...runs,
    example: (
      `import * as m from '${module}'; export const f = (tainted) => m.${made}.${name}(\`SELECT * FROM t ` +
      `WHERE a = '\${tainted}'\`)`
    )
      .replace('m.new ', 'new m.')
      .replace('=> new m', '=> new m'),
  }))

const pythonMethodsOf = (module: string, made: string, names: string): SinkModel[] =>
  names.split(' ').map((name) => ({
    callee: `${module}.*.${name}`,
    language: 'python',
    argument: 0,
    when: 'statement',
    ...runs,
    example:
      `import ${module}\ndef f(tainted):\n    ${module}.${made}.${name}(f"SELECT * FROM t WHERE a = ` + `'{tainted}'")`,
  }))

/** Statements in SQL and other query languages. Only the statement text is a sink; bound values are harmless. */
export const querySinks: readonly SinkModel[] = [
  ...methodsOf('mysql', 'createConnection({})', 'query execute'),
  ...methodsOf('mysql2', 'createPool({})', 'query execute'),
  ...['mysql', 'mysql2', 'mariadb'].flatMap((module) =>
    ['query', 'execute'].map((name): SinkModel => ({
      language: 'javascript',
      callee: `${module}.*.${name}`,
      argument: 0,
      at: ['sql'],
      ...runs,
      example:
        `import * as m from '${module}'; export const f = (tainted) => m.createConnection({}).${name}({ sql: ` +
        `\`SELECT \${tainted}\` })`,
    })),
  ),
  {
    language: 'javascript',
    callee: 'pg.*.query',
    argument: 0,
    at: ['text'],
    ...runs,
    example:
      "import pg from 'pg'; export const f = (tainted) => new pg.Client().query({ text: `SELECT " +
      '${tainted}`, values: [] })',
  },
  ...methodsOf('mariadb', 'createPool({})', 'query execute batch'),
  ...methodsOf('pg', 'new Pool()', 'query'),
  ...methodsOf('node:sqlite', "new DatabaseSync('x')", 'exec prepare'),
  ...methodsOf('sqlite3', "new Database('x')", 'run get all each exec prepare'),
  ...methodsOf('sqlite', 'open({})', 'run get all each exec prepare'),
  {
    language: 'javascript',
    callee: 'new better-sqlite3.prepare',
    argument: 0,
    ...runs,
    example:
      "import Database from 'better-sqlite3'; export const f = (tainted) => new " +
      "Database('x').prepare(`SELECT * FROM t WHERE a = '${tainted}'`).all()",
  },
  {
    language: 'javascript',
    callee: 'new better-sqlite3.exec',
    argument: 0,
    ...runs,
    example:
      "import Database from 'better-sqlite3'; export const f = (tainted) => new Database('x').exec(`DELETE " +
      'FROM ${tainted}`)',
  },
  {
    language: 'javascript',
    callee: 'new better-sqlite3.pragma',
    argument: 0,
    ...runs,
    example:
      "import Database from 'better-sqlite3'; export const f = (tainted) => new " +
      "Database('x').pragma(`table_info(${tainted})`)",
  },
  ...methodsOf('mssql', 'connect({}).request()', 'query batch'),
  ...methodsOf('tedious', "new Request('x')", 'execSql'),
  ...methodsOf('oracledb', 'getConnection({})', 'execute'),
  ...methodsOf('duckdb', "new Database('x')", 'run all each exec prepare'),
  ...methodsOf('@duckdb/node-api', 'DuckDBInstance.create().connect()', 'run runAndReadAll stream prepare'),
  ...methodsOf('@google-cloud/bigquery', 'new BigQuery()', 'query createQueryJob'),
  {
    language: 'javascript',
    callee: '@google-cloud/bigquery.*.query',
    argument: 0,
    at: ['query'],
    ...runs,
    example:
      "import { BigQuery } from '@google-cloud/bigquery'; export const f = (tainted) => new " +
      'BigQuery().query({ query: `SELECT ${tainted}` })',
  },
  {
    language: 'javascript',
    callee: '@google-cloud/bigquery.*.createQueryJob',
    argument: 0,
    at: ['query'],
    ...runs,
    example:
      "import { BigQuery } from '@google-cloud/bigquery'; export const f = (tainted) => new " +
      'BigQuery().createQueryJob({ query: `SELECT ${tainted}` })',
  },
  {
    language: 'javascript',
    callee: 'snowflake-sdk.*.execute',
    argument: 0,
    at: ['sqlText'],
    ...runs,
    example:
      "import snowflake from 'snowflake-sdk'; export const f = (tainted) => " +
      'snowflake.createConnection({}).execute({ sqlText: `SELECT ${tainted}` })',
  },
  {
    language: 'javascript',
    callee: '@clickhouse/client.*.query',
    argument: 0,
    at: ['query'],
    ...runs,
    example:
      "import { createClient } from '@clickhouse/client'; export const f = (tainted) => " +
      'createClient().query({ query: `SELECT ${tainted}` })',
  },
  {
    language: 'javascript',
    callee: '@clickhouse/client.*.command',
    argument: 0,
    at: ['query'],
    ...runs,
    example:
      "import { createClient } from '@clickhouse/client'; export const f = (tainted) => " +
      'createClient().command({ query: `DROP TABLE ${tainted}` })',
  },
  {
    language: 'javascript',
    callee: '@libsql/client.*.execute',
    argument: 0,
    when: 'statement',
    ...runs,
    example:
      "import { createClient } from '@libsql/client'; export const f = (tainted) => " +
      'createClient({}).execute(`SELECT ${tainted}`)',
  },
  {
    language: 'javascript',
    callee: '@libsql/client.*.execute',
    argument: 0,
    at: ['sql'],
    ...runs,
    example:
      "import { createClient } from '@libsql/client'; export const f = (tainted) => " +
      'createClient({}).execute({ sql: `SELECT ${tainted}` })',
  },
  {
    language: 'javascript',
    callee: 'knex().raw',
    argument: 0,
    ...builds,
    example: "import knex from 'knex'; export const f = (tainted) => knex({}).raw(`SELECT ${tainted}`)",
  },
  {
    language: 'javascript',
    callee: 'knex.*.whereRaw',
    argument: 0,
    ...builds,
    example: "import knex from 'knex'; export const f = (tainted) => knex({}).table('t').whereRaw(`a = '${tainted}'`)",
  },
  {
    language: 'javascript',
    callee: 'knex.*.orderByRaw',
    argument: 0,
    ...builds,
    example: "import knex from 'knex'; export const f = (tainted) => knex({}).table('t').orderByRaw(tainted)",
  },
  ...methodsOf('sequelize', 'new Sequelize()', 'query'),
  {
    language: 'javascript',
    callee: 'sequelize.literal',
    argument: 0,
    ...builds,
    example: "import { literal } from 'sequelize'; export const f = (tainted) => literal(tainted)",
  },
  {
    language: 'javascript',
    callee: 'drizzle-orm.sql.raw',
    argument: 0,
    ...builds,
    example: "import { sql } from 'drizzle-orm'; export const f = (tainted) => sql.raw(tainted)",
  },
  {
    language: 'javascript',
    callee: 'kysely.sql.raw',
    argument: 0,
    ...builds,
    example: "import { sql } from 'kysely'; export const f = (tainted) => sql.raw(tainted)",
  },
  {
    language: 'javascript',
    callee: 'postgres().unsafe',
    argument: 0,
    ...runs,
    example: "import postgres from 'postgres'; export const f = (tainted) => postgres().unsafe(`SELECT ${tainted}`)",
  },
  ...methodsOf('typeorm', 'new DataSource({})', 'query'),
  ...['where', 'andWhere', 'orWhere', 'having'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `typeorm.*.${name}`,
    argument: 0,
    when: 'no-query-object',
    ...builds,
    example:
      "import { DataSource } from 'typeorm'; export const f = (tainted) => new " +
      `DataSource({}).createQueryBuilder().${name}(\`a = '\${tainted}'\`)`,
  })),
  {
    language: 'javascript',
    callee: 'neo4j-driver.*.run',
    argument: 0,
    ...graph,
    example:
      "import neo4j from 'neo4j-driver'; export const f = (tainted) => " +
      "neo4j.driver('x').session().run(`MATCH (n:${tainted}) RETURN n`)",
  },
  {
    language: 'javascript',
    callee: 'neo4j-driver.*.executeQuery',
    argument: 0,
    ...graph,
    example:
      "import neo4j from 'neo4j-driver'; export const f = (tainted) => " +
      "neo4j.driver('x').executeQuery(`MATCH (n:${tainted}) RETURN n`)",
  },
  {
    language: 'javascript',
    method: '$queryRawUnsafe',
    argument: 0,
    ...runs,
    example: 'export const f = (prisma, tainted) => prisma.$queryRawUnsafe(`SELECT ${tainted}`)',
  },
  {
    language: 'javascript',
    method: '$executeRawUnsafe',
    argument: 0,
    ...runs,
    example: 'export const f = (prisma, tainted) => prisma.$executeRawUnsafe(`DELETE FROM ${tainted}`)',
  },
  {
    language: 'javascript',
    method: 'executeQuery',
    argument: 0,
    when: 'query-text',
    ...runs,
    example: 'export const f = (client, tainted) => client.executeQuery(`SELECT * FROM t WHERE a = ${tainted}`)',
  },
  {
    language: 'javascript',
    method: 'whereRaw',
    argument: 0,
    ...builds,
    example: 'export const f = (table, tainted) => table.whereRaw(tainted)',
  },
  {
    language: 'javascript',
    method: 'orderByRaw',
    argument: 0,
    ...builds,
    example: 'export const f = (table, tainted) => table.orderByRaw(tainted)',
  },
  ...['query', 'execute', 'run', 'get', 'all', 'each', 'exec', 'prepare', 'raw', 'unsafe', 'stream'].map(
    (method): SinkModel => ({
      language: 'javascript',
      method,
      argument: 0,
      when: 'query-text',
      ...runs,
      example: `export const f = (client, tainted) => client.${method}(\`SELECT * FROM t WHERE a = '\${tainted}'\`)`,
    }),
  ),
  ...['query', 'execute'].map((method): SinkModel => ({
    language: 'javascript',
    method,
    receiver: database,
    argument: 0,
    when: 'no-query-object',
    ...runs,
    example: `export const f = (pool, tainted) => pool.${method}(tainted)`,
  })),
  ...pythonMethodsOf('sqlite3', 'connect("x")', 'execute executemany executescript'),
  ...pythonMethodsOf('psycopg', 'connect("x").cursor()', 'execute executemany'),
  ...pythonMethodsOf('asyncpg', 'connect("x")', 'execute fetch fetchrow fetchval'),
  ...pythonMethodsOf('pymysql', 'connect().cursor()', 'execute executemany'),
  ...pythonMethodsOf('MySQLdb', 'connect().cursor()', 'execute executemany'),
  ...pythonMethodsOf('aiomysql', 'connect().cursor()', 'execute executemany'),
  ...pythonMethodsOf('aiosqlite', 'connect("x")', 'execute executemany executescript'),
  ...pythonMethodsOf('duckdb', 'connect("x")', 'execute sql query'),
  {
    callee: 'duckdb.sql',
    language: 'python',
    argument: 0,
    ...runs,
    example: 'import duckdb\ndef f(tainted):\n    return duckdb.sql(f"SELECT {tainted}")',
  },
  {
    callee: 'mysql.*.execute',
    language: 'python',
    argument: 0,
    name: 'operation',
    ...runs,
    example:
      'import mysql.connector\ndef f(tainted):\n    mysql.connector.connect().cursor().execute(f"SELECT {tainted}")',
  },
  {
    callee: 'pyodbc.*.execute',
    language: 'python',
    argument: 0,
    ...runs,
    example: 'import pyodbc\ndef f(tainted):\n    pyodbc.connect("x").cursor().execute(f"SELECT {tainted}")',
  },
  {
    callee: 'snowflake.*.execute',
    language: 'python',
    argument: 0,
    ...runs,
    example:
      'import snowflake.connector\ndef f(tainted):\n    ' +
      'snowflake.connector.connect().cursor().execute(f"SELECT {tainted}")',
  },
  {
    callee: 'google.cloud.bigquery.*.query',
    language: 'python',
    argument: 0,
    name: 'query',
    ...runs,
    example: 'from google.cloud import bigquery\ndef f(tainted):\n    bigquery.Client().query(f"SELECT {tainted}")',
  },
  {
    callee: 'clickhouse_connect.*.query',
    language: 'python',
    argument: 0,
    name: 'query',
    ...runs,
    example:
      'import clickhouse_connect\ndef f(tainted):\n    clickhouse_connect.get_client().query(f"SELECT {tainted}")',
  },
  {
    callee: 'clickhouse_connect.*.command',
    language: 'python',
    argument: 0,
    name: 'cmd',
    ...runs,
    example:
      'import clickhouse_connect\ndef f(tainted):\n    clickhouse_connect.get_client().command(f"DROP TABLE ' +
      '{tainted}")',
  },
  {
    callee: 'sqlalchemy.text',
    language: 'python',
    argument: 0,
    name: 'text',
    ...builds,
    example: 'from sqlalchemy import text\ndef f(tainted):\n    return text(f"SELECT {tainted}")',
  },
  {
    method: 'exec_driver_sql',
    language: 'python',
    argument: 0,
    name: 'statement',
    ...runs,
    example: 'def f(connection, tainted):\n    connection.exec_driver_sql(f"SELECT {tainted}")',
  },
  {
    callee: 'pandas.read_sql',
    language: 'python',
    argument: 0,
    name: 'sql',
    ...runs,
    example: 'import pandas as pd\ndef f(tainted, engine):\n    return pd.read_sql(f"SELECT {tainted}", engine)',
  },
  {
    callee: 'pandas.read_sql_query',
    language: 'python',
    argument: 0,
    name: 'sql',
    ...runs,
    example: 'import pandas as pd\ndef f(tainted, engine):\n    return pd.read_sql_query(f"SELECT {tainted}", engine)',
  },
  {
    callee: 'neo4j.*.run',
    language: 'python',
    argument: 0,
    name: 'query',
    ...graph,
    example:
      'from neo4j import GraphDatabase\ndef f(tainted):\n    ' +
      'GraphDatabase.driver("x").session().run(f"MATCH (n:{tainted}) RETURN n")',
  },
  {
    callee: 'neo4j.*.execute_query',
    language: 'python',
    argument: 0,
    name: 'query_',
    ...graph,
    example:
      'from neo4j import GraphDatabase\ndef f(tainted):\n    ' +
      'GraphDatabase.driver("x").execute_query(f"MATCH (n:{tainted}) RETURN n")',
  },
  ...[
    'execute',
    'executemany',
    'executescript',
    'fetch',
    'fetchrow',
    'fetchval',
    'execute_query',
    'run',
    'query',
    'sql',
    'command',
  ].map((method): SinkModel => ({
    method,
    language: 'python',
    argument: 0,
    name: 'query',
    when: 'query-text',
    ...runs,
    example: `def f(client, tainted):\n    client.${method}(f"SELECT * FROM t WHERE a = '{tainted}'")`,
  })),
  ...['execute', 'executemany', 'executescript', 'execute_query'].map((method): SinkModel => ({
    method,
    language: 'python',
    receiver: database,
    argument: 0,
    name: 'query',
    when: 'no-query-object',
    ...runs,
    example: `def f(cursor, tainted):\n    cursor.${method}(tainted)`,
  })),
  ...['fetch', 'fetchrow', 'fetchval'].map((method): SinkModel => ({
    method,
    language: 'python',
    receiver: database,
    argument: 0,
    name: 'query',
    ...runs,
    example: `def f(conn, tainted):\n    conn.${method}(tainted)`,
  })),
  ...['execute', 'execute_query', 'execute_mgmt'].map((name): SinkModel => ({
    callee: `azure.kusto.data.*.${name}`,
    language: 'python',
    argument: 1,
    name: 'query',
    ...runs,
    example:
      `from azure.kusto.data import KustoClient\ndef f(tainted):\n    KustoClient("x").${name}("db", ` +
      'f"T | where a == \'{tainted}\'")',
  })),
  ...['execute', 'executeQuery', 'executeMgmt', 'executeV1'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `azure-kusto-data.*.${name}`,
    argument: 1,
    ...runs,
    example:
      `import { Client } from 'azure-kusto-data'; export const f = (tainted) => new Client('x').${name}('db', ` +
      '`T | where a == "${tainted}"`)',
  })),
  ...['query', 'query_all', 'query_all_iter', 'search', 'quick_search'].map((name): SinkModel => ({
    callee: `simple_salesforce.*.${name}`,
    language: 'python',
    argument: 0,
    name: name.endsWith('search') ? 'search' : 'query',
    ...runs,
    example:
      `from simple_salesforce import Salesforce\ndef f(tainted):\n    ` +
      `Salesforce().${name}(f"SELECT Id FROM {tainted}")`,
  })),
  ...['query', 'queryAll', 'search'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `jsforce.*.${name}`,
    argument: 0,
    ...runs,
    example:
      `import jsforce from 'jsforce'; export const f = (tainted) => new jsforce.Connection({}).${name}(` +
      '`SELECT Id FROM ${tainted}`)',
  })),
  ...['query', 'query_csv', 'query_raw', 'query_stream', 'query_data_frame'].map((name): SinkModel => ({
    callee: `influxdb_client.*.${name}`,
    language: 'python',
    argument: 0,
    name: 'query',
    ...runs,
    example:
      `from influxdb_client import InfluxDBClient\ndef f(tainted):\n    InfluxDBClient().query_api().${name}(` +
      'f\'from(bucket: "{tainted}")\')',
  })),
  ...['queryRows', 'collectRows', 'iterateRows', 'queryRaw', 'queryLines'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `@influxdata/influxdb-client.*.${name}`,
    argument: 0,
    ...runs,
    example:
      `import { InfluxDB } from '@influxdata/influxdb-client'; export const f = (tainted) => new ` +
      `InfluxDB({}).getQueryApi('o').${name}(` +
      '`from(bucket: "${tainted}")`)',
  })),
  ...['execute', 'stream', 'eachRow'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `cassandra-driver.*.${name}`,
    argument: 0,
    ...runs,
    example:
      `import { Client } from 'cassandra-driver'; export const f = (tainted) => new Client({}).${name}(` +
      '`SELECT * FROM ${tainted}`)',
  })),
  ...['execute', 'execute_async'].map((name): SinkModel => ({
    callee: `cassandra.*.${name}`,
    language: 'python',
    argument: 0,
    name: 'query',
    ...runs,
    example:
      `from cassandra.cluster import Cluster\ndef f(tainted):\n    ` +
      `Cluster().connect().${name}(f"SELECT * FROM {tainted}")`,
  })),
  ...['request', 'rawRequest'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `graphql-request.*.${name}`,
    argument: 0,
    when: 'query-text',
    ...runs,
    example:
      `import { GraphQLClient } from 'graphql-request'; export const f = (tainted) => new GraphQLClient('x').${name}(` +
      '`query { user(id: "${tainted}") { name } }`)',
  })),
  {
    language: 'javascript',
    callee: 'graphql-request.request',
    argument: 1,
    when: 'query-text',
    ...runs,
    example:
      "import { request } from 'graphql-request'; export const f = (tainted) => request('https://x.example', " +
      '`query { user(id: "${tainted}") { name } }`)',
  },
  ...['@octokit/graphql.graphql', '@octokit/graphql'].map((callee): SinkModel => ({
    language: 'javascript',
    callee,
    argument: 0,
    when: 'query-text',
    ...runs,
    example:
      `import * as m from '@octokit/graphql'; export const f = (tainted) => ` +
      `${callee.replace(/^@octokit\/graphql/, 'm')}(` +
      '`query { user(id: "${tainted}") { name } }`)',
  })),
  {
    callee: 'gql.gql',
    language: 'python',
    argument: 0,
    name: 'request_string',
    ...builds,
    example: 'from gql import gql\ndef f(tainted):\n    return gql(f\'query {{ user(id: "{tainted}") {{ name }} }}\')',
  },
  {
    method: 'execute_kql',
    language: 'python',
    argument: 0,
    name: 'query',
    when: 'query-text',
    ...runs,
    example: 'def f(client, tainted):\n    client.execute_kql(f"T | where a == \'{tainted}\'")',
  },
  ...['request', 'graphql'].map((method): SinkModel => ({
    language: 'javascript',
    method,
    argument: 0,
    when: 'query-text',
    ...runs,
    example:
      `export const f = (client, tainted) => client.${method}(` + '`mutation { remove(id: "${tainted}") { id } }`)',
  })),
  ...['one', 'many', 'any', 'none', 'oneOrNone', 'manyOrNone', 'query', 'result', 'multi', 'each', 'map'].map(
    (name): SinkModel => ({
      language: 'javascript',
      callee: `pg-promise.*.${name}`,
      argument: 0,
      when: 'statement',
      ...runs,
      example:
        `const pgp = require('pg-promise')(); exports.f = (tainted) => pgp('postgres://x').${name}(` +
        "`SELECT * FROM t WHERE a = '${tainted}'`)",
    }),
  ),
  {
    callee: 'django.db.*.execute',
    language: 'python',
    argument: 0,
    name: 'sql',
    ...runs,
    example: 'from django.db import connection\ndef f(tainted):\n    connection.cursor().execute(f"SELECT {tainted}")',
  },
  {
    callee: 'django.db.models.expressions.RawSQL',
    language: 'python',
    argument: 0,
    name: 'sql',
    ...builds,
    example:
      'from django.db.models.expressions import RawSQL\ndef f(tainted):\n    return RawSQL(f"SELECT {tainted}", [])',
  },
  {
    method: 'raw',
    receiver: /\bobjects\b/,
    language: 'python',
    argument: 0,
    name: 'raw_query',
    ...runs,
    example: 'def f(User, tainted):\n    return User.objects.raw(f"SELECT {tainted}")',
  },
]
