import { describe, expect, it } from 'vitest'
import { isPageTemplate, packOutputs, rawOutputs } from '../../../../../src/engine/analysis/page-templates.ts'
import { findInSource } from '../../../rules/dangerous-flows/find-in-source.ts'
import { reachedIn } from '../propagation/found-flows.ts'

const placesIn = async (files: Readonly<Record<string, string>>, templates: Readonly<Record<string, string>> = {}) => {
  const settings = new Map(
    Object.entries(templates).map(([path, text]): [string, string] => [path, packOutputs(rawOutputs(path, text))]),
  )
  const findings = await findInSource(files, settings)
  return findings.map(({ ruleId, location }) => `${ruleId} ${location?.path}:${location?.startLine}`)
}

describe('a template of a page', () => {
  it.each([
    ['views/a.ejs', '<p><%= a %>\n<%- b.c %> <%- include("x") %>', [{ keys: ['b', 'c'], line: 2 }]],
    [
      'views/a.hbs',
      '{{a}} {{{ b }}} {{& c}}',
      [
        { keys: ['b'], line: 1 },
        { keys: ['c'], line: 1 },
      ],
    ],
    ['templates/a.html', '{{ a }}\n{{ b.c | safe }} {{ d|upper }}', [{ keys: ['b', 'c'], line: 2 }]],
    [
      'views/a.pug',
      'p= a\np!= b\np #{c} !{d}',
      [
        { keys: ['b'], line: 2 },
        { keys: ['d'], line: 3 },
      ],
    ],
  ])('writes values of %s without escaping', (path, text, outputs) => {
    expect(isPageTemplate(path)).toBe(true)
    expect(rawOutputs(path, text)).toEqual(expect.arrayContaining(outputs))
    expect(rawOutputs(path, text)).toHaveLength(outputs.length)
  })

  it('is in a folder of pages', () => {
    expect(['docs/index.html', 'views/readme.md', 'src/page.ts'].filter(isPageTemplate)).toEqual([])
  })

  const application = `const express = require('express')
const app = express()
app.get('/search', (req, res) => { res.render('search', { title: req.query.title, found: { q: req.query.q } }) })
`
  it('is where a value of a request becomes markup', async () => {
    expect(await placesIn({ 'app.ts': application }, { 'views/search.ejs': '<h1>\n<%- found.q %>' })).toEqual([
      'cross-site-scripting views/search.ejs:2',
    ])
    expect(await placesIn({ 'app.ts': application }, { 'views/search.ejs': '<%= found.q %> <%- other %>' })).toEqual([])
    expect(await placesIn({ 'app.ts': application }, { 'views/other.ejs': '<%- found.q %>' })).toEqual([])
  })

  it('gets values by keyword and by a dictionary in Python', async () => {
    const flask = `from flask import Flask, render_template, request
app = Flask(__name__)
@app.route("/search")
def search():
    return render_template("search.html", q=request.args["q"], other="x")
`
    expect(await placesIn({ 'app.py': flask }, { 'templates/search.html': '{{ other|safe }}\n{{ q|safe }}' })).toEqual([
      'cross-site-scripting templates/search.html:2',
    ])
    const django = `from django.shortcuts import render
def search(request):
    return render(request, "shop/search.html", {"q": request.GET["q"]})
`
    expect(await placesIn({ 'views.py': django }, { 'shop/templates/shop/search.html': '{{ q|safe }}' })).toEqual([
      'cross-site-scripting shop/templates/shop/search.html:1',
    ])
  })

  it('can get options of its engine from a whole query', async () => {
    const text = (values: string) => application.replace(/\{ title.*\} \}\) \}/, `${values}) }`)
    expect(await placesIn({ 'app.ts': text('req.query') })).toEqual(['template-injection app.ts:3'])
    expect(await placesIn({ 'app.ts': text("{ title: 'x', ...req.query }") })).toEqual(['template-injection app.ts:3'])
    expect(await placesIn({ 'app.ts': text('{ title: req.query.title }') })).toEqual([])
    expect(await placesIn({ 'app.ts': text('{ ...req.query, settings: {} }') })).toEqual([])
  })
})

describe('a returned page', () => {
  const flask = (value: string) => `from html import escape
from flask import Flask, request, jsonify
app = Flask(__name__)
@app.route("/hello")
def hello():
    return ${value}
`
  it.each([
    ['a text with markup', 'f"<h1>{request.args[\'name\']}</h1>"', ['cross-site-scripting app.py:6']],
    ['a text and a status', '"<p>" + request.args["name"], 404', ['cross-site-scripting app.py:6']],
    ['an escaped value', 'f"<h1>{escape(request.args[\'name\'])}</h1>"', []],
    ['plain text', 'f"hello {request.args[\'name\']}"', []],
    ['JSON', 'jsonify(name=request.args["name"])', []],
  ])('is %s', async (_what, value, places) => {
    expect(await placesIn({ 'app.py': flask(value) })).toEqual(places)
  })
})

describe('an expression of mathjs', () => {
  const tool = (
    more: string,
    body = 'math.evaluate(formula)',
  ) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { all, create } from 'mathjs'
const math = create(all)
${more}
const server = new McpServer({ name: 'example', version: '1.0.0' })
server.tool('calculate', 'Calculates a formula', { formula: z.string() }, async ({ formula }) => ${body})
`
  it('has low severity, and none without the functions that change the language', async () => {
    const severities = async (more: string) =>
      (await findInSource({ 'server.ts': tool(more) })).map(({ ruleId, severity }) => `${ruleId} ${severity}`)
    expect(await severities('')).toEqual(['code-injection low'])
    expect(await severities('math.import({ import: () => { throw new Error() } }, { override: true })')).toEqual([])
  })

  it('is evaluated as a tree, unless the program looks at the nodes', async () => {
    const count = async (body: string) =>
      (
        await findInSource({
          'server.ts': tool('const check = (node) => { if (node.type !== "x") throw new Error("no") }', body),
        })
      ).length
    expect(await count('math.parse(formula).compile().evaluate()')).toBe(1)
    expect(await count('math.parse(formula).toTex()')).toBe(0)
    expect(await count('{ const tree = math.parse(formula); check(tree); return tree.evaluate() }')).toBe(0)
    expect(await count('{ const tree = math.parse(formula); tree.traverse(check); return tree.evaluate() }')).toBe(0)
  })
})

describe('a page of a Jinja template', () => {
  const route = (environment: string) =>
    reachedIn({
      'server.py': `from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape

app = FastAPI()
env = Environment(loader=FileSystemLoader("pages")${environment})


@app.get("/")
def page(name: str):
    return HTMLResponse(env.get_template("page.html").render(name=name))
`,
    })

  it('is escaped only if the environment says so', () => {
    expect(route('')).toEqual(['html in server.py:11'])
    expect(route(', autoescape=False')).toEqual(['html in server.py:11'])
    expect(route(', autoescape=True')).toEqual([])
    expect(route(', autoescape=select_autoescape(["html"])')).toEqual([])
  })
})
