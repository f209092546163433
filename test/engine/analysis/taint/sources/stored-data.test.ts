import { describe, expect, it } from 'vitest'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { dataStores } from '../../../../../src/engine/analysis/taint/sources/stored-data.ts'
import { referencesIn, type Texts } from '../../linked-texts.ts'
import { flowsIn } from '../propagation/found-flows.ts'

/** Returns the flows from stored data: kind, source, and line of the sink. */
const stored = (texts: Texts) =>
  flowsIn(texts)
    .flows.filter(({ entry }) => entry === 'stored-data')
    .map(({ kind, source, steps }) => `${kind}: ${sourceText(source)}, line ${steps.at(-1)?.line}`)

const python = (...lines: readonly string[]) => ({
  'server.py': [
    'import os, sqlite3',
    'from mcp.server.fastmcp import FastMCP',
    'mcp = FastMCP("s")',
    'db = sqlite3.connect("x.db")',
    ...lines,
  ].join('\n'),
})

const node = (...lines: readonly string[]) => ({
  'server.js': [
    "import express from 'express'",
    "import Database from 'better-sqlite3'",
    "import { exec } from 'node:child_process'",
    "import { readFileSync, writeFileSync } from 'node:fs'",
    "import path from 'node:path'",
    'const app = express()',
    "const db = new Database('x.db')",
    ...lines,
  ].join('\n'),
})

describe('data that one handler stores and another one reads', () => {
  it.each([
    [
      'a row by its place',
      python(
        '@mcp.tool()',
        'def save(name: str, host: str):',
        '    db.execute("INSERT INTO hosts (name, host) VALUES (?, ?)", (name, host))',
        '@mcp.tool()',
        'def ping():',
        '    row = db.execute("SELECT name, host FROM hosts").fetchone()',
        '    os.system("ping " + row[1])',
      ),
      ['command: stored data in "hosts", line 11'],
    ],
    [
      'rows of a cursor',
      python(
        '@mcp.tool()',
        'def save(host: str):',
        '    db.execute("insert into hosts values (?)", (host,))',
        '@mcp.tool()',
        'def ping():',
        '    cursor = db.cursor()',
        '    cursor.execute("SELECT * FROM hosts")',
        '    for row in cursor.fetchall():',
        '        os.system("ping " + row["host"])',
      ),
      ['command: stored data in "hosts", line 13'],
    ],
    [
      'rows of the last statement of a cursor',
      python(
        '@mcp.tool()',
        'def save(host: str):',
        '    db.execute("insert into hosts values (?)", (host,))',
        '@mcp.tool()',
        'def ping(kind: int):',
        '    cursor = db.cursor()',
        '    cursor.execute("SELECT * FROM hosts")',
        '    rows = cursor.fetchall()',
        '    cursor.execute("SELECT * FROM jobs")',
        '    for row in cursor.fetchall():',
        '        os.system("run " + row["job"])',
        '    if kind == 1:',
        '        cursor.execute("SELECT * FROM hosts")',
        '    else:',
        '        cursor.execute("SELECT * FROM jobs")',
        '    os.system("ping " + cursor.fetchone()["host"])',
      ),
      ['command: stored data in "hosts", line 20'],
    ],
    [
      'a row of a prepared statement',
      node(
        "const insert = db.prepare('INSERT INTO hosts (id, host) VALUES (?, ?)')",
        "const select = db.prepare('SELECT id, host FROM hosts WHERE id = ?')",
        "app.post('/hosts', (req, res) => { insert.run(1, req.body.host); res.end() })",
        "app.get('/ping', (req, res) => { const row = select.get(1); exec('ping ' + row.host) })",
      ),
      ['command: stored data in "hosts", line 11'],
    ],
    [
      'content of a file',
      node(
        "const file = path.join(process.env.HOME, 'hosts.json')",
        "app.post('/hosts', (req, res) => { writeFileSync(file, JSON.stringify(req.body)); res.end() })",
        "app.get('/ping', (req, res) => { exec('ping ' + JSON.parse(readFileSync(file, 'utf8')).host) })",
      ),
      ['command: stored data in "server.js", line 10'],
    ],
  ])('is a source: %s', (_name, texts, flows) => {
    expect(stored(texts)).toEqual(flows)
  })

  it.each([
    [
      'in another column',
      python(
        '@mcp.tool()',
        'def save(name: str):',
        '    db.execute("INSERT INTO hosts (name, host) VALUES (?, ?)", (name, "localhost"))',
        '@mcp.tool()',
        'def ping():',
        '    row = db.execute("SELECT name, host FROM hosts").fetchone()',
        '    os.system("ping " + row[1])',
      ),
    ],
    [
      'in another table',
      python(
        '@mcp.tool()',
        'def save(host: str):',
        '    db.execute("INSERT INTO hosts (host) VALUES (?)", (host,))',
        '@mcp.tool()',
        'def ping():',
        '    row = db.execute("SELECT host FROM servers").fetchone()',
        '    os.system("ping " + row[0])',
      ),
    ],
    [
      'after a check of what is stored',
      python(
        '@mcp.tool()',
        'def save(host: str):',
        '    if host not in ("a", "b"):',
        '        raise ValueError(host)',
        '    db.execute("INSERT INTO hosts (host) VALUES (?)", (host,))',
        '@mcp.tool()',
        'def ping():',
        '    row = db.execute("SELECT host FROM hosts").fetchone()',
        '    os.system("ping " + row[0])',
      ),
    ],
  ])('is no source %s', (_name, texts) => {
    expect(stored(texts)).toEqual([])
  })

  it('is reported once for each store and kind of harm', () => {
    const texts = python(
      '@mcp.tool()',
      'def save(host: str):',
      '    db.execute("INSERT INTO hosts (host) VALUES (?)", (host,))',
      '@mcp.tool()',
      'def ping():',
      '    row = db.execute("SELECT host FROM hosts").fetchone()',
      '    os.system("ping " + row[0])',
      '    os.system("dig " + row[0])',
    )
    expect(stored(texts)).toHaveLength(1)
  })

  it('is read by as many calls as there are, of one cursor and of branches', () => {
    const readsOf = (lines: readonly string[]) =>
      dataStores(
        referencesIn(
          python(
            'def save(host):',
            '    db.execute("INSERT INTO hosts VALUES (?)", (host,))',
            'def all(cursor):',
            ...lines,
          ),
        ),
      ).flatMap(({ reads }) => reads)
    const [run, fetch] = ['    cursor.execute("SELECT * FROM hosts")', '    cursor.fetchall()']
    const times = (line: string) => Array.from({ length: 1000 }, () => line)
    expect(readsOf(times(`${run}\n${fetch}`))).toHaveLength(1000)
    expect(readsOf([...times(run), ...times(fetch)]).length).toBeLessThan(10_000)
  })
})
