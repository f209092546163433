import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../bundles/corpus-server.ts'

const head = `import { exec } from 'node:child_process'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } })
`
const ofSchema = (schema: string) =>
  findingsOf({
    'index.js': `${head}const Arguments = z.object({ name: ${schema} })
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const { name } = Arguments.parse(params.arguments)
  exec(\`show \${name}\`)
})`,
  })

describe('functions that schemas call', () => {
  it.each([
    ['a refinement', 'z.string().refine((name) => /^[a-z]+$/.test(name))'],
    [
      'a complaint',
      "z.string().superRefine((name, context) => { if (!/^[a-z]+$/.test(name)) context.addIssue({ code: 'custom' }) })",
    ],
    [
      'a complaint before an end',
      'z.string().superRefine((name, context) => { if (!/^[a-z]+$/.test(name)) { context.addIssue({ code: ' +
        "'custom' }); return } console.log(name) })",
    ],
    [
      'a transformation that complains',
      'z.string().transform((name, context) => { if (!/^[a-z]+$/.test(name)) { context.addIssue({ code: ' +
        "'custom' }); return z.NEVER } return name })",
    ],
    [
      'a transformation that throws',
      'z.string().transform((name) => { if (!/^[a-z]+$/.test(name)) throw 1; return name })',
    ],
    ['a transformation that cleans', "z.string().transform((name) => name.replace(/[^a-z]/g, ''))"],
  ])('clear what the schema gave by %s', async (_name, schema) => {
    expect(await ofSchema(schema)).toEqual([])
  })

  it.each([
    ['a refinement by half a pattern', 'z.string().refine((name) => /^[a-z]+/.test(name))'],
    [
      'a complaint about something else',
      "z.string().superRefine((name, context) => { if (name.length > 9) context.addIssue({ code: 'custom' }) })",
    ],
    [
      'a complaint under one more condition',
      'z.string().superRefine((name, context) => { if (process.env.STRICT) { if (!/^[a-z]+$/.test(name)) ' +
        "context.addIssue({ code: 'custom' }) } })",
    ],
    [
      'an end before the complaint',
      "z.string().superRefine((name, context) => { if (name.startsWith('a')) return; if " +
        "(!/^[a-z]+$/.test(name)) context.addIssue({ code: 'custom' }) })",
    ],
    [
      'a condition that nobody complains under',
      'z.string().superRefine((name, context) => { if (!/^[a-z]+$/.test(name)) console.log(context) })',
    ],
    [
      'a transformation behind it',
      'z.string().refine((name) => /^[a-z]+$/.test(name)).transform((name) => decodeURIComponent(name))',
    ],
    [
      'a transformation that only logs',
      'z.string().transform((name) => { if (!/^[a-z]+$/.test(name)) console.log(name); return name })',
    ],
    [
      'a transformation that gives something else',
      'z.string().transform((name) => { if (!/^[a-z]+$/.test(name)) throw 1; return decodeURIComponent(name) })',
    ],
  ])('clear nothing by %s', async (_name, schema) => {
    expect(await ofSchema(schema)).toHaveLength(1)
  })
})

const ofModel = (validator: string) =>
  findingsOf({
    'server.py': `import os
import re
from fastmcp import FastMCP
from pydantic import BaseModel, field_validator, model_validator

mcp = FastMCP("s")


class Query(BaseModel):
    name: str
    other: str

${validator}

@mcp.tool
def show(query: Query) -> int:
    return os.system(f"show {query.name}")
`,
  })

describe('validators of fields', () => {
  const check = "        if not re.fullmatch(r'[a-z]+', value):\n            raise ValueError('no')\n"

  it('clear the field that they are for', async () => {
    expect(
      await ofModel(
        `    @field_validator("name")\n    @classmethod\n    def check(cls, value):\n${check}        return value\n`,
      ),
    ).toEqual([])
  })

  it('clear what a validator of the model checks when the fields are there', async () => {
    const ofName = (mode: string, left: string) =>
      ofModel(
        `    @model_validator(mode="${mode}")\n    def check(self):\n        if not self.name.isalnum():\n` +
          `            ${left}\n        return self\n`,
      )
    expect(await ofName('after', "raise ValueError('no')")).toEqual([])
    expect(await ofName('after', "print('no')")).toHaveLength(1)
    expect(await ofName('before', "raise ValueError('no')")).toHaveLength(1)
  })

  it('clear neither another field, nor what they make of the value afterwards', async () => {
    expect(
      await ofModel(
        `    @field_validator("other")\n    @classmethod\n    def check(cls, value):\n${check}        return value\n`,
      ),
    ).toHaveLength(1)
    expect(
      await ofModel(
        `    @field_validator("name")\n    @classmethod\n    def check(cls, value):\n${check}        return ` +
          `os.environ.get("NAME", "") + cls.raw(value)\n`,
      ),
    ).toHaveLength(1)
    expect(await ofModel('    def check(cls, value):\n        return value\n')).toHaveLength(1)
  })
})

const ofJob = (constructor: string) =>
  findingsOf({
    'index.js': `${head}
class Job {
  ${constructor}
  run() { exec(\`make \${this.branch}\`) }
}
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { new Job(params.arguments.branch).run() })`,
  })

describe('what a constructor keeps', () => {
  it.each([
    ['before', "constructor(branch) { if (!/^\\w+$/.test(branch)) throw new Error('no'); this.branch = branch }"],
    [
      'after',
      'constructor(branch) { this.branch = branch; this.check() } check() { if ' +
        "(!/^\\w+$/.test(this.branch)) throw new Error('no') }",
    ],
  ])('is what it checked %s', async (_name, constructor) => {
    expect(await ofJob(constructor)).toEqual([])
  })

  it.each([
    [
      'on one way',
      "constructor(branch) { if (process.env.STRICT) { if (!/^\\w+$/.test(branch)) throw new Error('no') } " +
        'this.branch = branch }',
    ],
    [
      'in another method',
      "constructor(branch) { this.branch = branch } check() { if (!/^\\w+$/.test(this.branch)) throw new Error('no') }",
    ],
    [
      'of another value',
      "constructor(branch, other) { if (!/^\\w+$/.test(other)) throw new Error('no'); this.branch = branch }",
    ],
  ])('is anything where it checks %s', async (_name, constructor) => {
    expect(await ofJob(constructor)).toHaveLength(1)
  })
})

const ofRoute = (middleware: string) =>
  findingsOf({
    'index.js': `import { exec } from 'node:child_process'
import express from 'express'
const app = express()
${middleware}
app.post('/x', check, (request, response) => { exec(\`show \${request.body.name}\`); response.end() })
app.listen(3000, '127.0.0.1')`,
  })
const isNoAccess = (finding: string) => finding.includes('command-injection')

describe('functions in front of a handler', () => {
  it('clear what they ask for where they go on', async () => {
    expect(
      (
        await ofRoute(
          'const check = (req, res, next) => { if (!/^\\w+$/.test(req.body.name)) return ' +
            'res.status(400).end(); next() }',
        )
      ).filter(isNoAccess),
    ).toEqual([])
  })

  it.each([
    [
      'go on all the same',
      "const check = (req, res, next) => { if (!/^\\w+$/.test(req.body.name)) console.log('odd'); next() }",
    ],
    [
      'ask for something else',
      'const check = (req, res, next) => { if (!/^\\w+$/.test(req.query.name)) return res.status(400).end(); next() }',
    ],
    [
      'go on in a function of their own',
      'const check = (req, res, next) => { setImmediate(() => next()); if (!/^\\w+$/.test(req.body.name)) ' +
        "throw new Error('no') }",
    ],
    [
      'go on one way',
      'const check = (req, res, next) => { if (req.body.name) return next(); if ' +
        '(!/^\\w+$/.test(req.body.name)) return; next() }',
    ],
  ])('clear nothing where they %s', async (_name, middleware) => {
    expect((await ofRoute(middleware)).filter(isNoAccess)).toHaveLength(1)
  })
})

describe('a list that is filtered', () => {
  const ofList = (list: string) =>
    findingsOf({
      'index.js':
        `${head}server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { for (const name of ` +
        `${list}) exec(\`show \${name}\`) })`,
    })

  it('has the elements that the function let through', async () => {
    expect(await ofList('params.arguments.names.filter((name) => /^\\w+$/.test(name))')).toEqual([])
    expect(await ofList('params.arguments.names.filter((name) => name.length < 9)')).toHaveLength(1)
    expect(await ofList('params.arguments.names.filter((name) => !/^\\w+$/.test(name))')).toHaveLength(1)
  })
})
