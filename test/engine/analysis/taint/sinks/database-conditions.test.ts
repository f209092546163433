import { describe, expect, it } from 'vitest'
import { codeFields } from '../../../../../src/engine/analysis/taint/sinks/database-code.ts'
import { findInSource } from '../../../rules/dangerous-flows/find-in-source.ts'
import { sinksIn } from './sinks-in.ts'

const route = (body: string, imports = '') => `import express from 'express'
import mongoose from 'mongoose'
${imports}
const User = mongoose.model('User', new mongoose.Schema({ name: String }))
const app = express()
app.post('/login/:id', async (req, res) => { ${body} })
`
const rules = async (text: string, path = 'server.ts') =>
  (await findInSource({ [path]: text })).map(({ ruleId }) => ruleId)

describe('a condition of a document database', () => {
  it.each([
    ['a field of a body', 'res.json(await User.findOne({ name: req.body.name }))'],
    ['a body', 'res.json(await User.find(req.body))'],
    ['a parameter of a query', 'const { name } = req.query; res.json(await User.deleteMany({ name }))'],
    ['a value below an operator of conditions', 'res.json(await User.findOne({ $and: [{ name: req.body.name }] }))'],
    ['a stage of a pipeline', 'res.json(await User.aggregate([{ $match: { name: req.body.name } }]))'],
    ['a list with operators', 'res.json(await User.findOne({ tags: { $all: req.body.tags } }))'],
    ['a value that may be no text', "if (req.body.name !== 'x') res.json(await User.findOne({ name: req.body.name }))"],
  ])('can get operators by %s', async (_what, body) => {
    expect(await rules(route(body))).toEqual(['nosql-injection'])
  })

  it.each([
    ['a text', 'res.json(await User.findOne({ name: String(req.body.name) }))'],
    ['a text in a template', 'res.json(await User.findOne({ name: `${req.body.name}` }))'],
    ['a value with a method of texts', 'res.json(await User.findOne({ name: req.body.name.trim() }))'],
    ['a value that is compared', 'res.json(await User.findOne({ name: { $eq: req.body.name } }))'],
    ['a list of values', 'res.json(await User.findOne({ name: { $in: req.body.names } }))'],
    ['a part of the path', 'res.json(await User.findOne({ name: req.params.id }))'],
    ['a header', "res.json(await User.findOne({ name: req.headers['x-name'] }))"],
    ['a number', 'res.json(await User.findOne({ age: Number(req.body.age) }))'],
    ['an id', 'res.json(await User.findOne({ _id: new mongoose.Types.ObjectId(req.body.id) }))'],
    [
      'a checked text',
      "const { name } = req.body; if (typeof name !== 'string') return; res.json(await User.findOne({ name }))",
    ],
    [
      'a value that a pattern matches',
      'const { id } = req.body; if (!/^[a-f0-9]{24}$/.test(id)) return res.end(); res.json(await User.findOne({ id }))',
    ],
    ['what is stored', 'await User.updateOne({ _id: 1 }, { $set: { name: req.body.name } })'],
  ])('gets no operators by %s', async (_what, body) => {
    expect(await rules(route(body))).toEqual([])
  })

  it('gets no operators if all of them are removed from requests', async () => {
    const body = 'res.json(await User.findOne({ name: req.body.name }))'
    expect(await rules(route(body, "import clean from 'express-mongo-sanitize'\nexpress().use(clean())"))).toEqual([])
  })

  it('gets the values that a schema lets through', async () => {
    const tool = (schema: string) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })
server.tool('show', { name: ${schema} }, async ({ name }) => db.collection('users').findOne({ name }))
`
    expect(await rules(tool('z.string()'))).toEqual([])
    expect(await rules(tool('z.string().optional()'))).toEqual([])
    expect(await rules(tool('z.array(z.string())'))).toEqual([])
    expect(await rules(tool('z.object({ first: z.string() })'))).toEqual([])
    expect(await rules(tool('z.any()'))).toEqual(['nosql-injection'])
    expect(await rules(tool('z.record(z.any())'))).toEqual(['nosql-injection'])
  })

  it('gets operators from JSON in Python, and none from a form', async () => {
    const text = (value: string) => `from flask import Flask, request
from pymongo import MongoClient
app = Flask(__name__)
users = MongoClient().shop.users
@app.route("/login", methods=["POST"])
def login():
    name = ${value}
    return str(users.find_one({"name": name}))
`
    expect(await rules(text('request.json["name"]'), 'server.py')).toEqual(['nosql-injection'])
    expect(await rules(text('request.get_json().get("user")'), 'server.py')).toEqual(['nosql-injection'])
    expect(await rules(text('request.form["name"]'), 'server.py')).toEqual([])
    expect(await rules(text('str(request.json["name"])'), 'server.py')).toEqual([])
    expect(await rules(text('request.args.get("name")'), 'server.py')).toEqual([])
  })
})

describe('code in a condition', () => {
  it.each(codeFields)('is found in $key $at', ({ example, at }) => {
    const found = sinksIn(example).tainted.filter((use) => (use.at ?? []).join('.') === at.join('.'))
    expect(found.map(({ kind, action }) => `${kind} ${action}`)).toEqual(['query run-in-database'])
  })

  it('is found in a field that is stored later, and in Python', async () => {
    const body =
      'const filter = {}; filter.$where = `this.name == "${req.body.name}"`; res.json(await User.find(filter))'
    expect(await rules(route(body))).toEqual(['nosql-injection'])
    const text = `from flask import Flask, request
app = Flask(__name__)
@app.route("/find")
def find():
    return str(db.users.find({"$where": f"this.name == '{request.args['name']}'"}))
`
    expect(await rules(text, 'server.py')).toEqual(['nosql-injection'])
  })
})
