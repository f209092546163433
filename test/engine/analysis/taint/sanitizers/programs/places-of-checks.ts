import { bodies, type WholePrograms } from '../program-group.ts'

const javascript = {
  language: 'javascript',
  head: `import assert from 'node:assert'
const WORDS = ['ls', 'cat']
function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }
function is(x) { return /^[a-z]+$/.test(x) }
`,
} as const

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'labelled blocks',
    programs: bodies(
      'outer: { if (q) { must(p) } else break outer } use(p)',
      'outer: { if (q) { must(p) } else { break outer } list() } use(p)',
      'outer: { if (q) break outer; must(p) } use(p)',
      'outer: { if (q) break outer; if (!is(p)) throw 1 } use(p)',
      'outer: { if (q) break outer; must(p); use(p) }',
      'outer: { if (!is(p)) break outer; use(p) }',
      'outer: if (list) { if (q) { must(p) } else break outer } use(p)',
      'for (const one of list) { inner: { if (q) break inner; if (!is(one)) throw 1 } } use(list)',
    ),
  },
  {
    ...javascript,
    name: 'several uses and several checks',
    programs: bodies(
      'if (p) { if (!is(p)) throw 1 } use(p); if (q) use(p)',
      'for (const one of list) { if (!is(one)) throw 1 } use(list); if (q) use(list)',
      'for (const one of list) { if (q) return } for (const one of list) { if (!is(one)) throw 1 } use(list)',
      'for (const one of list) { if (!is(one)) throw 1 } for (const one of q) { if (!is(one)) throw 1 } ' +
        'use(list); use(q)',
      'if (p) { if (q) return } if (p) { if (!is(p)) throw 1 } use(p)',
      'if (p) { if (!is(p)) throw 1 } if (q) { if (!is(q)) throw 1 } use(p); use(q)',
      'must(p); if (list) return; must(q); use(p); use(q)',
      'use(p); must(p); use(p)',
      'if (q) { must(p); use(p) } else { use(p) } use(p)',
      'if (is(p)) { if (list) return } else { must(p) } use(p)',
      'while (q) { if (p) must(p) } use(p)',
      'try { must(p) } catch (e) { use(p); throw e } use(p)',
      'try { if (!is(p)) throw 1 } catch (e) { use(p); return } use(p)',
      'if (q) { try { must(p) } finally { list() } } else throw 1; use(p)',
      'if (list) { if (q) { try { must(p) } catch { return } } else return } else { return } use(p)',
      'if (!is(p)) { if (true) return } use(p)',
      'const check = () => must(p); if (p) { check() } use(p)',
      'if (q) { for (const one of q) { if (!is(one)) throw 1 } } for (const one of list) { if (!is(one)) ' +
        'throw 1 } use(list)',
      'for (const one of list) { try { switch (q) { case 1: if (!is(one)) throw 1 } } finally { q() } } use(list)',
      'assert(is(p)); assert(false); use(p)',
      'assert(q); assert(is(p)); use(p)',
      'if (p) { must(p) } for (const one of list) { use(p) }',
      'if (p) { must(p); const g = () => use(p); g() } use(p)',
      'if (q) { const g = () => { if (p) { must(p) } use(p) }; g() } use(p)',
      'if (p) { other(p) } use(p)',
      'if (p) { must(other(p)) } use(p)',
      'if (p) { must(q, p) } use(p)',
      'const r = { a: p }; if (p) { must(r.a) } use(p)',
      'for (const row of list) { for (const one of row) { if (!is(one)) throw 1 } } use(list)',
      'for (const row of list) { const [first] = row; if (!is(first)) throw 1 } use(list)',
      'for (const row of list) { if (!is(row.name)) throw 1 } use(list)',
      'for (const row of list) { if (!is(row.trim())) throw 1 } use(list)',
      'for (const one of list) { if (!is(q.name)) throw 1 } use(q.name)',
      'for (const one of WORDS) { if (!is(q.name)) throw 1 } use(q.name)',
      'for (const one of []) { if (!is(q.name)) throw 1 } use(q.name)',
      'for (let i = 0; i < WORDS.length; i++) { if (!is(q.name)) throw 1 } use(q.name)',
      'for (let i = 0; i < list.length; i++) { if (!is(q.name)) throw 1 } use(q.name)',
      'for (;;) { if (!is(p)) throw 1; if (q) break } use(p)',
      'for (;;) { if (!is(q.name)) throw 1; if (q.last) break } use(q.name)',
      'for (;;) { const r = q(); if (!is(r.a.b)) throw 1; use(r.a.b); if (p) break } use(p)',
      'let r; do { r = list(); if (!is(r.a.b)) throw 1 } while (q) use(r.a.b)',
      'let r = q; while (list()) { if (!is(r.a)) throw 1; r = list() } use(q.a)',
      'let r = q; while (list()) { if (!is(r.a)) throw 1; r = list() } use(r.a)',
      'let r = q; while (list()) { if (!is(r)) throw 1; r = list() } use(r)',
      'let r = q; for (const w of WORDS) { if (!is(r)) throw 1; r = list() } use(r)',
      'let r = q; for (const w of WORDS) { if (!is(r)) throw 1; use(r); r = list() }',
      'let r = q; for (const w of WORDS) { if (!is(r.a)) throw 1; r = list() } use(r.a)',
      'let r = q; for (const w of WORDS) { if (!is(r.trim())) throw 1; r = list() } use(r.trim())',
      'let r = q; for (const w of WORDS) { if (!is(`${r}`)) throw 1; r = list() } use(`${r}`)',
      'let r = q; for (const w of WORDS) { if (!is(r)) throw 1 } use(r)',
      'const r = list ? p : q; for (const w of WORDS) { if (!is(r)) throw 1 } use(r)',
      'let i = 0; for (; i < WORDS.length; i++) { if (!is(list[i])) throw 1 } use(list[i])',
      'for (const row of list) { if (!is(row.a.b)) throw 1 } use(list); for (const row of list) use(row.a.b)',
      'for (const one of list) { try { if (!is(one)) throw 1 } finally { q() } } use(list)',
      'for (const one of list) { try { q() } catch { if (!is(one)) throw 1 } } use(list)',
      'for (const one of list) { if (q) { return } if (p) { return } if (!is(one)) throw 1 } use(list)',
      'for (const one of list) { if (q) { if (p) return; break } if (!is(one)) throw 1 } use(list)',
      'for (const one of list) { if (q) { if (p) return; continue } if (!is(one)) throw 1 } use(list)',
      'if (q) { for (const one of list) { if (!is(one)) throw 1 } } use(list)',
      'for (const one of list) { const g = () => { if (!is(one)) throw 1 } } use(list)',
      'for (const one of list) { for (const two of q) { if (two) return; if (!is(one)) throw 1 } } use(list)',
    ),
  },
  {
    language: 'javascript',
    head: `import express from 'express'; import fastify from 'fastify'
const app = express(); const server = fastify()
function is(x) { return /^[a-z]+$/.test(x) }
function validate(request, response, next) { if (!is(request.body.name)) return response.end(); next() }
`,
    name: 'functions in front of a handler',
    programs: {
      'one that checks':
        'const handler = (req, res) => { entry(req); use(req.body.name); use(req.body.other) ' +
        "}\napp.post('/x', validate, handler)",
      'one that checks, in a list':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\napp.post('/x', [validate], handler)",
      'one behind it':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\napp.post('/x', handler, validate)",
      'itself, before and after':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\napp.post('/x', handler, validate, handler)",
      'one of a route, and none of another':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\napp.post('/x', validate, " +
        "handler)\napp.post('/y', handler)",
      'one of each of two routes':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\napp.post('/x', validate, " +
        "handler)\napp.put('/y', validate, handler)",
      'one where the handler is also used otherwise':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\nlog(handler)\napp.post('/x', " +
        'validate, handler)',
      'one of a function that registers nothing':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nimport { post } from ' +
        "'./own.ts'\npost('/x', validate, handler)",
      'one of a method that registers nothing':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\napp.describe('/x', validate, handler)",
      'one in a table':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nconst table = [app.post, validate, handler]',
      'one that goes on at once':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction hasty(request, ' +
        "response, next) { next(); if (!is(request.body.name)) throw 1 }\napp.post('/x', hasty, handler)",
      'one that goes on in two ways':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction both(request, response, ' +
        'next) { if (request.body.all) return next(); if (!is(request.body.name)) return; next() ' +
        "}\napp.post('/x', both, handler)",
      'one that goes on later':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction later(request, ' +
        "response, next) { if (!is(request.body.name)) return; setTimeout(() => next()) }\napp.post('/x', " +
        'later, handler)',
      'one that goes on with an error':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction strict(request, ' +
        "response, next) { if (!is(request.body.name)) return next(new Error()); next() }\napp.post('/x', " +
        'strict, handler)',
      'one that never goes on':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction never(request, ' +
        "response, next) { if (!is(request.body.name)) return }\napp.post('/x', never, handler)",
      'one that checks a field of a field':
        'const handler = (req, res) => { entry(req); use(req.body.a.b.c.d); use(req.body.a.b.c) }\nfunction ' +
        "deep(request, response, next) { if (!is(request.body.a.b.c.d)) return; next() }\napp.post('/x', " +
        'deep, handler)',
      'one that checks the response':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction odd(request, response, ' +
        "next) { if (!is(response.body.name)) return; next() }\napp.post('/x', odd, handler)",
      'two, of which one checks':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nfunction log(request, response, ' +
        "next) { next() }\napp.post('/x', log, validate, handler)",
      'a handler that gets the request second':
        "const handler = (res, req) => { entry(req); use(req.body.name) }\napp.post('/x', validate, handler)",
      'schemas of a route':
        'const handler = (req, res) => { entry(req); use(req.body.name); use(req.params.name); ' +
        'use(req.headers.name); use(req.query.name); use(req.body.text); use(req.other.name) }\nconst name ' +
        "= { type: 'object', properties: { name: { type: 'string', enum: ['a'] }, text: { type: 'string' } " +
        "} }\nserver.post('/x', { schema: { body: name, params: name, headers: name, querystring: name } }, " +
        'handler)',
      'a schema of a query by its short name':
        "const handler = (req, res) => { entry(req); use(req.query.name) }\nconst name = { type: 'object', " +
        "properties: { name: { type: 'string', enum: ['a'] } } }\nserver.get('/x', { schema: { query: name " +
        '} }, handler)',
      'a schema of a route of another library':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\nconst name = { type: 'object', " +
        "properties: { name: { type: 'string', enum: ['a'] } } }\napp.post('/x', { schema: { body: name } " +
        '}, handler)',
      'no schema of a route':
        "const handler = (req, res) => { entry(req); use(req.body.name) }\nserver.post('/x', { other: 1 }, " +
        "handler)\nserver.put('/x', handler)",
      'one of two schemas of a route':
        'const handler = (req, res) => { entry(req); use(req.body.name) }\nconst name = { schema: { body: { ' +
        "type: 'object', properties: { name: { type: 'string', enum: ['a'] } } } } }\nserver.post('/x', " +
        'process.argv[2] ? name : {}, handler)',
    },
  },
]
