import { describe, expect, it } from 'vitest'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import { findSinks } from '../../../../../src/engine/analysis/taint/sinks/find-sinks.ts'
import { sinksIn, told } from './sinks-in.ts'

const tainted = (code: string, language: 'javascript' | 'python' = 'javascript') =>
  told(sinksIn(code, language).tainted)

describe('a sink', () => {
  it.each([
    'export const f = (tainted) => /a/.exec(tainted)',
    'export const f = (pattern, tainted) => pattern.exec(tainted)',
    'const words = /x/g\nexport const f = (tainted) => words.exec(`SELECT * FROM t WHERE a = ${tainted}`)',
    "const words = new RegExp('x')\nexport const f = (tainted) => words.exec(`SELECT * FROM t WHERE a = ${tainted}`)",
    'export const f = (cache, tainted) => cache.get(tainted)',
    'export const f = (client, tainted) => client.query(tainted)',
    'export const f = (client, tainted) => client.run(`Describe ${tainted} in a sentence`)',
    'export const f = (client, tainted) => client.run(`Select the best of ${tainted}`)',
    'export const f = (res, tainted) => res.send(`Hello ${tainted}`)',
    'export const f = (res, tainted) => res.json({ tainted })',
    "import express from 'express'\nconst app = express()\nexport const f = (tainted) => app.get('/x', tainted)",
    'export const f = (tainted) => JSON.parse(tainted)',
    "import path from 'node:path'\nexport const f = (tainted) => path.join('/srv', tainted)",
    "import fs from 'node:fs'\nexport const f = (tainted) => fs.existsSync(tainted)",
    "import fs from 'node:fs'\nexport const f = (tainted) => fs.writeFileSync('x.txt', tainted)",
    'class Store { open(name) { return name } }\nexport const f = (tainted) => new Store().open(tainted)',
    'export const f = (tainted) => open(tainted)',
    'export const f = (reject, tainted) => setTimeout(reject.bind(null, new Error(tainted)))',
    "import sharp from 'sharp'\nexport const f = (tainted) => sharp(Buffer.from(tainted, 'base64'))",
    "import axios from 'axios'\nexport const f = (tainted) => axios({ url: 'https://a.example', data: tainted })",
    "import pg from 'pg'\nexport const f = (tainted) => new pg.Pool().query('SELECT $1', [tainted])",
    "import pg from 'pg'\nexport const f = (tainted) => new pg.Pool().query({ text: 'SELECT $1', values: [tainted] })",
    "import sqlite from 'sqlite3'\nexport const f = (tainted) => new sqlite.Database('x').prepare('SELECT " +
      "?').all(tainted)",
    "import { DatabaseSync } from 'node:sqlite'\nexport const f = (tainted) => new DatabaseSync('x').prepare('SELECT " +
      "?').get(tainted)",
    "import { DatabaseSync } from 'node:sqlite'\nexport const f = (tainted) => new DatabaseSync('x').prepare('SELECT " +
      "?').all(`SELECT ${tainted}`)",
    "import yaml from 'js-yaml'\nexport const f = (tainted) => yaml.load(tainted)",
    'export const f = (res, tainted) => res.setHeader("X-Name", tainted)',
  ])('is none in %s', (code) => {
    expect(tainted(code).filter((sink) => !/^url axios (?:url|baseURL)$|^query \S+ (?:text|sql)$/.test(sink))).toEqual(
      [],
    )
  })

  it.each([
    'def f(cursor, tainted):\n    cursor.execute("SELECT %s", (tainted,))',
    'import yaml\ndef f(tainted):\n    yaml.load(tainted, Loader=yaml.SafeLoader)',
    'import yaml\ndef f(tainted):\n    yaml.safe_load(tainted)',
    'from pathlib import Path\ndef f(tainted):\n    Path("x").write_text(tainted)',
    'import json\ndef f(tainted):\n    json.loads(tainted)',
    'import io\nfrom PIL import Image\ndef f(tainted):\n    Image.open(io.BytesIO(tainted))',
    'import tarfile\nimport io\ndef f(tainted):\n    with tarfile.open(fileobj=io.BytesIO(tainted)) as ' +
      'archive:\n        archive.extractall("x", filter="data")',
  ])('is none in %s', (code) => {
    expect(tainted(code, 'python')).toEqual([])
  })

  it('of node:sqlite is not that of the package sqlite', () => {
    const prepared = "export const f = (tainted) => new db.DatabaseSync('x').prepare(`SELECT ${tainted}`)"
    expect(tainted(`import db from 'node:sqlite'\n${prepared}`)).toEqual(['query node:sqlite.DatabaseSync.prepare'])
    expect(
      tainted(
        "import { open } from 'sqlite'\nexport const f = async (tainted) => (await open({})).get(`SELECT ${tainted}`)",
      ),
    ).toEqual(['query sqlite.open().get'])
  })

  it('is known through promisify, aliases, namespaces, classes and functions in between', () => {
    expect(
      tainted(
        "import { exec } from 'node:child_process'\nimport { promisify } from 'node:util'\nconst run = " +
          'promisify(exec)\nexport const f = (tainted) => run(tainted)',
      ),
    ).toEqual(['command child_process.exec'])
    expect(
      tainted("import * as files from 'node:fs/promises'\nexport const f = (tainted) => files.readFile(tainted)"),
    ).toEqual(['path fs.readFile'])
    expect(
      tainted("import files from 'fs-extra'\nexport const f = (tainted) => files.outputFile(tainted, '')"),
    ).toEqual(['path fs.outputFile'])
    expect(
      tainted(
        "import pg from 'pg'\nclass Store { #pool = new pg.Pool(); find(tainted) { return " +
          'this.#pool.query(`SELECT ${tainted}`) } }\nexport { Store }',
      ),
    ).toEqual(['query pg.Pool.query'])
    expect(
      tainted(
        "import axios from 'axios'\nconst client = axios.create({ baseURL: 'https://a.example' })\nexport " +
          'const f = (tainted) => client.get(tainted)',
      ),
    ).toEqual(['url axios.get'])
  })

  it('is known by what its receiver is called where nothing else is known', () => {
    expect(
      tainted(
        'export class Repository { constructor(db) { this.db = db }\n find(tainted) { return ' +
          'this.db.query(tainted) } }',
      ),
    ).toEqual(['query .query'])
    expect(tainted('def f(conn, tainted):\n    conn.cursor().execute(tainted)', 'python')).toEqual(['query .execute'])
  })

  it('is known in a long chain of calls of a query builder', () => {
    expect(
      tainted(
        "import { DataSource } from 'typeorm'\nconst source = await new DataSource({}).initialize()\nexport " +
          "const f = (tainted) => source.createQueryBuilder().select('u.email').from('users', " +
          "'u').where(`u.name = '${tainted}'`).getRawMany()",
      ),
    ).toEqual(['query typeorm.….where'])
    expect(
      tainted(
        "import knex from 'knex'\nexport const f = (tainted) => " +
          "knex({})('t').select('a').join('u').where('b', 1).groupBy('c').orderByRaw(tainted).limit(1)",
      ),
    ).toContain('query knex.….orderByRaw')
    expect(
      tainted(
        "import knex from 'knex'\nexport const f = (tainted) => { let query = knex({})('t'); for (const one " +
          "of tainted) query = query.where('a', one).whereNot('b', one); return query }",
      ),
    ).toEqual([])
    expect(
      tainted(
        "import { DataSource } from 'typeorm'\nexport const f = (tainted) => new " +
          "DataSource({}).createQueryBuilder().select('u.email').from('users', 'u').innerJoin('u.a', " +
          "'a').where('u.name = :name', { name: tainted }).getRawMany()",
      ),
    ).toEqual([])
  })

  it('is known by the framework that hands the receiver over, where minifiers left it no name', () => {
    const html = (text: string) => told(sinksIn(text).uses)
    expect(
      html(
        "import { Hono } from 'hono'\nconst t = new Hono()\nt.get('/x', e => e.html(`<h1>${e.req.query('a')}</h1>`))",
      ),
    ).toEqual(['html .html'])
    expect(
      html("import Router from '@koa/router'\nconst t = new Router()\nt.get('/x', e => e.redirect(e.query.to))"),
    ).toEqual(['redirect .redirect'])
    expect(
      html("import express from 'express'\nconst t = express()\nt.get('/x', (e, o) => o.redirect(e.query.to))"),
    ).toEqual(['redirect .redirect'])
    expect(
      html("import { Hono } from 'hono'\nconst t = new Hono()\nt.use((e, o) => o.html(`<h1>${e.req.path}</h1>`))"),
    ).toEqual([])
    expect(
      html(
        "import Fastify from 'fastify'\nconst t = Fastify()\nt.route({ method: 'GET', url: '/x', handler: " +
          '(e, o) => o.send(`<h1>${e.query.a}</h1>`) })',
      ),
    ).toEqual(['html .send'])
    expect(html("const t = makeCache()\nt.get('/x', e => e.html(`<h1>${t}</h1>`))")).toEqual([])
  })

  it('is a method of what a method of an answer gives: the answer again', () => {
    const html = (chain: string) => told(sinksIn(`export const f = (res, list, tainted) => ${chain}`).tainted)
    expect(html('res.status(200).send(`<h1>${tainted}</h1>`)')).toEqual(['html .send'])
    expect(html("res.status(200).set('a', 'b').type('html').end(`<h1>${tainted}</h1>`)")).toEqual(['html .end'])
    expect(html('res.status(302).redirect(tainted)')).toEqual(['redirect .redirect'])
    expect(html("list.append('a').write(`<h1>${tainted}</h1>`)")).toEqual([])
    expect(html('res.find(200).send(`<h1>${tainted}</h1>`)')).toEqual([])
  })

  it('is none where nothing gets', () => {
    expect(
      tainted("import { exec } from 'node:child_process'\nexport const f = (tainted) => { return 1; exec(tainted) }"),
    ).toEqual([])
  })

  it('is an element of what is spread into the call', () => {
    expect(
      tainted("import { exec } from 'node:child_process'\nexport const f = (tainted) => exec(...tainted)"),
    ).toEqual(['command child_process.exec 0', 'process child_process.exec 1 shell'])
    expect(tainted('import requests\ndef f(tainted):\n    requests.get(**tainted)', 'python')).toEqual([
      'url requests.get url',
    ])
  })

  it('comes with the version of a library that the project asks for', () => {
    const text = "import yaml from 'js-yaml'; export const f = (text) => yaml.load(text)"
    const program = linkModules([{ path: 'server.js', unit: lowerJavaScriptText(text, 'js') }])
    const references = findReferences(program, resolveModules(program, new Map()), { maxSteps: 10_000 })
    const kinds = (range: string) =>
      findSinks({
        program,
        references,
        settings: new Map([['package.json', JSON.stringify({ dependencies: { 'js-yaml': range } })]]),
      }).uses.map(({ kind }) => kind)
    expect(kinds('^3.14.1')).toEqual(['deserialization'])
    expect(kinds('^4.1.0')).toEqual([])
  })

  it('is a list that has a shell read its last element, wherever it goes', () => {
    expect(tainted("export const f = (cluster, tainted) => cluster.exec('pod', ['/bin/sh', '-c', tainted])")).toEqual([
      'command shell',
    ])
    expect(tainted("export const f = (cluster, tainted) => cluster.exec('pod', ['grep', '-c', tainted])")).toEqual([])
  })
})

describe('what a call lets a tool do', () => {
  const capabilities = (code: string, language: 'javascript' | 'python' = 'javascript') =>
    sinksIn(code, language).capabilities

  it('is reported independent of its arguments', () => {
    expect(
      capabilities("import { execSync } from 'node:child_process'\nexport const f = () => execSync('ls')"),
    ).toEqual(['executes-commands'])
    expect(
      capabilities(
        "import fs from 'node:fs'\nexport const f = () => { fs.readFileSync('a'); fs.writeFileSync('b', " +
          "''); fs.rmSync('c') }",
      ),
    ).toEqual(['destructive', 'reads-files', 'writes-files'])
    expect(capabilities("export const f = () => fetch('https://a.example')")).toEqual(['network-egress'])
    expect(
      capabilities(
        'import os\nimport requests\ndef f():\n    os.remove("x")\n    requests.get("https://a.example")',
        'python',
      ),
    ).toEqual(['destructive', 'network-egress'])
  })

  it('is reading secrets where the name of a setting or a file says so', () => {
    expect(capabilities('export const f = () => process.env.GITHUB_TOKEN')).toEqual(['reads-secrets'])
    expect(capabilities("export const f = () => process.env['API_KEY']")).toEqual(['reads-secrets'])
    expect(capabilities('export const f = () => process.env.PORT')).toEqual([])
    expect(
      capabilities(
        "import fs from 'node:fs'\nimport os from 'node:os'\nexport const f = () => " +
          "fs.readFileSync(os.homedir() + '/.ssh/id_ed25519')",
      ),
    ).toEqual(['reads-files', 'reads-secrets'])
    expect(capabilities('import os\ndef f():\n    return os.getenv("OPENAI_API_KEY")', 'python')).toEqual([
      'reads-secrets',
    ])
  })

  it('is destructive where a statement removes', () => {
    expect(capabilities("import pg from 'pg'\nexport const f = () => new pg.Pool().query('DELETE FROM t')")).toEqual([
      'destructive',
    ])
    expect(capabilities("import pg from 'pg'\nexport const f = () => new pg.Pool().query('SELECT 1')")).toEqual([])
  })
})

describe('a prepared statement', () => {
  const text = (body: string) =>
    `class Store { constructor(db, kind) { this.db = db; this.add = db.prepare('INSERT INTO t VALUES (?)') }
${body} }
export const f = (db, tainted) => new Store(db).put(tainted)
export const g = (db) => new Store(db).put('SELECT a FROM t WHERE b = 1')`

  it.each([
    ['in a field', 'put(value) { this.add.run(value) }'],
    ['used at once', "put(value) { return this.db.prepare('SELECT * FROM t WHERE a = ?').get(value) }"],
    ['in a variable', "put(value) { const one = this.db.prepare('DELETE FROM t WHERE a = ?'); one.run(value) }"],
  ])('takes values, %s', (_what, body) => {
    expect(sinksIn(text(body)).uses.filter(({ kind, model }) => kind === 'query' && model !== '.prepare')).toEqual([])
  })

  it('is made of a statement', () => {
    expect(
      sinksIn(text('put(value) { return this.db.prepare(`SELECT * FROM t WHERE a = ${value}`).get() }')).uses.map(
        ({ kind }) => kind,
      ),
    ).toContain('query')
  })
})
