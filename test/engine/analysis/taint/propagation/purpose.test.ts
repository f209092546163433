import { describe, expect, it } from 'vitest'
import { flowsIn, server } from './found-flows.ts'

const sql = `${server}import pg from 'pg'\nconst pool = new pg.Pool()\n`
const purposes = (text: string) => flowsIn(text).flows.map(({ isPurpose }) => isPurpose)

/** A tool whose purpose is to run statements, and its handler. */
const statement = (body: string, rest = '') =>
  `${sql}${rest}\nserver.tool('run_sql', 'Runs a statement', { sql: z.string(), table: z.string() }, async ` +
  `({ sql, table }) => {\n${body}\n})`

describe('the purpose of a tool that runs statements', () => {
  it.each([
    ['trimmed', 'await pool.query(sql.trim())'],
    ['split into several', "for (const one of sql.split(';')) await pool.query(one)"],
    [
      'collected in a list',
      "const all = []\nfor (const one of sql.split(';')) all.push(one.trim())\nfor (const one of all) await " +
        'pool.query(one)',
    ],
    ['with a limit behind it', 'await pool.query(`${sql} LIMIT 100`)'],
    ['explained', 'await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`)'],
    ['around which another one stands', 'await pool.query(`SELECT * FROM (\\n${sql}\\n) AS limited LIMIT 100`)'],
    ['after a setting', 'await pool.query(`SET statement_timeout = 5000; ${sql}`)'],
    [
      'into which something is put',
      'const at = sql.search(/from/i)\nawait pool.query(`${sql.slice(0, at)} TOP 5 ${sql.slice(at)}`)',
    ],
  ])('is to run one %s', (_name, body) => {
    expect(purposes(statement(body))).toEqual([true])
  })

  it('is to run one that has to write, and not one that was not to', () => {
    expect(
      purposes(
        statement("if (!/\\b(MERGE|CREATE|DELETE)\\b/i.test(sql)) throw new Error('no')\nawait pool.query(sql)"),
      ),
    ).toEqual([true])
    expect(
      purposes(statement("if (/\\b(MERGE|CREATE|DELETE)\\b/i.test(sql)) throw new Error('no')\nawait pool.query(sql)")),
    ).toEqual([false])
    expect(purposes(statement("if (!/\\bSELECT\\b/i.test(sql)) throw new Error('no')\nawait pool.query(sql)"))).toEqual(
      [false],
    )
  })

  it.each([
    ['a value between quotes', "await pool.query(`SELECT * FROM t WHERE a = '${sql}'`)"],
    ['a condition', 'await pool.query(`SELECT * FROM t WHERE ${sql}`)'],
    ['a list of values', 'await pool.query(`SELECT * FROM t WHERE a IN (${sql})`)'],
    ['the name of a table', 'await pool.query(`SELECT * FROM ${sql}`)'],
    ['another argument', 'await pool.query(table)'],
  ])('is not to make of it %s', (_name, body) => {
    expect(purposes(statement(body))).toEqual([false])
  })

  it('is known where one function answers for several tools, by the function that a table has under the name', () => {
    const table = (names: string) =>
      `${sql}const handlers = {\n  run_sql: async ({ params }) => pool.query(params.sql),\n  find_person: ` +
      `async ({ params }) => pool.query(params.name),\n}\nfor (const tool of [${names}]) ` +
      'server.tool(tool.name, tool.description, { params: z.object({ sql: z.string(), name: z.string() }) ' +
      '}, async (args) => handlers[tool.name](args))'
    const { flows } = flowsIn(
      table(
        "{ name: 'run_sql', description: 'Runs a statement' }, { name: 'find_person', description: 'Finds a person' }",
      ),
    )
    expect(flows.map(({ tools, isPurpose }) => `${tools.join()} ${isPurpose}`).sort()).toEqual([
      'find_person false',
      'run_sql true',
    ])
  })

  it('is known of the only tool of a server, whatever tells its name', () => {
    const one = (name: string) =>
      `import { Server } from '@modelcontextprotocol/sdk/server/index.js'\nimport { CallToolRequestSchema, ` +
      `ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'\nimport pg from 'pg'\nconst pool ` +
      `= new pg.Pool()\nconst server = new Server({ name: 's', version: '1' }, ` +
      `{})\nserver.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: '${name}', ` +
      "description: 'Does', inputSchema: { type: 'object', properties: { sql: { type: 'string' } } } }] " +
      `}))\nserver.setRequestHandler(CallToolRequestSchema, async (request) => ` +
      'pool.query(request.params.arguments.sql))'
    expect(purposes(one('run_query'))).toEqual([true])
    expect(purposes(one('list_people'))).toEqual([false])
  })
})

describe('the purpose of a tool that runs commands', () => {
  const tool = (name: string, description: string, body: string) =>
    `${server}server.tool('${name}', '${description}', { command: z.string() }, async ({ command }) => {\n${body}\n})`
  const shellOfOther = "const list = ['/bin/sh', '-c', command]\nawait pods.exec('web', list)"

  it.each([
    ['exec(`cd ${dir} && ${command} 2>&1`)', true],
    ['exec(`${command}\\necho done`)', true],
    ["exec(command + (dir ? '\\n' : ''))", true],
    ['exec(`nice ${command}`)', false],
    ['exec(`bash -c "${command}"`)', false],
    ['exec(`${command} --all`)', false],
  ])('is kept by a command that stands where a command of its own does: %s', (body, expected) => {
    const all = `const dir = process.env.DIR\n${body}`
    expect(purposes(tool('run_command', 'Runs a command', all))).toEqual([expected])
  })

  it('is what a terminal gets', () => {
    const typed = (name: string, description: string) =>
      purposes(tool(name, description, "require('child_process').spawn('bash').stdin.write(command + '\\n')"))
    expect(typed('send_input', 'Sends input to a process')).toEqual([true])
    expect(typed('count_words', 'Counts words')).toEqual([false])
  })

  it('is a shell only where it says so, when it makes the list with a shell in it itself', () => {
    expect(purposes(tool('exec_in_pod', 'Executes a command in a pod', shellOfOther))).toEqual([false])
    expect(purposes(tool('pod_shell', 'Opens a shell in a pod', shellOfOther))).toEqual([true])
    expect(purposes(tool('exec_in_pod', 'Executes a command in a pod', 'exec(command)'))).toEqual([true])
  })
})

describe('a statement beside a tool that runs any', () => {
  const both = (other: string) =>
    `${sql}${other}\nserver.tool('columns', 'Lists columns', { table: z.string() }, async ({ table }) => ` +
    `pool.query(\`SELECT * FROM information_schema.columns WHERE table_name = '\${table}'\`))`
  const free = (text: string) =>
    flowsIn(text)
      .flows.filter(({ isPurpose }) => !isPurpose)
      .map(({ isFreeElsewhere }) => isFreeElsewhere)

  it('is a second way to the same, in the same kind of database', () => {
    expect(
      free(both("server.tool('run_sql', 'Runs a statement', { sql: z.string() }, async ({ sql }) => pool.query(sql))")),
    ).toEqual([true])
    expect(
      free(
        both(
          "import mysql from 'mysql2'\nserver.tool('run_sql', 'Runs a statement', { sql: z.string() }, " +
            'async ({ sql }) => mysql.createPool({}).query(sql))',
        ),
      ),
    ).toEqual([false])
    expect(free(both(''))).toEqual([false])
  })

  it('is none where the other tool was meant to run certain statements alone', () => {
    expect(
      free(
        both(
          "server.tool('run_sql', 'Runs a statement', { sql: z.string() }, async ({ sql }) => { if " +
            "(!sql.toLowerCase().startsWith('select')) throw new Error('no'); return pool.query(sql) })",
        ),
      ),
    ).toEqual([false, false])
  })
})

describe('an argument that is handed on inside an object', () => {
  const commands = (body: string, rest: string) =>
    purposes(
      `${server}${rest}\nserver.tool('run_command', 'Runs a command', { command: z.string(), name: z.string() }, ` +
        `async (args) => {\n${body}\n})`,
    )

  it('keeps its own name', () => {
    expect(commands('handle({ request: args })', 'function handle({ request }) { exec(request.command) }')).toEqual([
      true,
    ])
    expect(commands('handle({ request: args })', 'function handle({ request }) { exec(request.name) }')).toEqual([
      false,
    ])
    expect(commands('handle({ line: args.command })', 'function handle({ line }) { exec(line) }')).toEqual([true])
    expect(commands('handle({ command: args.name })', 'function handle({ command }) { exec(command) }')).toEqual([
      false,
    ])
  })
})

describe('a condition of a database', () => {
  it('is at most what another tool of the server does with any condition', () => {
    const mongo =
      `${server}import { MongoClient } from 'mongodb'\n` + "const users = new MongoClient('x').db().collection('u')\n"
    const find =
      "server.tool('find_user', 'Finds a user', { name: z.any() }, async ({ name }) => users.findOne({ name }))\n"
    const any = "server.tool('query', 'Runs a query', { filter: z.any() }, async ({ filter }) => users.find(filter))\n"
    const free = (text: string) => flowsIn(text).flows.map(({ kind, isFreeElsewhere }) => [kind, isFreeElsewhere])
    expect(free(mongo + find)).toEqual([['condition', false]])
    expect(free(mongo + find + any)).toContainEqual(['condition', true])
  })
})
