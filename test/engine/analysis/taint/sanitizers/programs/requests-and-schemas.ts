import { bodies, pythonBodies, type WholePrograms } from '../program-group.ts'

const javascript = {
  language: 'javascript',
  head:
    "import { z } from 'zod'; import express from 'express'; import fastify from 'fastify'; import Ajv from " +
    "'ajv'\nconst app = express(); const server = fastify(); function is(x) { return /^[a-z]+$/.test(x) " +
    '}\nfunction must(x) { if (!is(x)) throw 1 }\n',
} as const
const name = 'z.string().regex(/^[a-z]+$/)'

/** Registers a handler that uses fields of its request. */
const routes = (...registered: readonly string[]) =>
  Object.fromEntries(
    registered.map((text) => [
      text,
      `${text.replace(
        'HANDLER',
        '(request, response) => { entry(request); use(request.query.name); use(request.query.other); ' +
          'use(request.body.name) }',
      )}`,
    ]),
  )
/** Uses an argument and its fields after a schema check. */
const checked = (...texts: readonly string[]) =>
  bodies(...texts.map((text) => `${text}; use(p.name); use(p.other); use(p.inner.name); use(p)`))
/** Uses the fields of a schema's result. */
const given = (...schemas: readonly string[]) =>
  bodies(
    ...schemas.map((schema) => `const r = ${schema}.parse(p); use(r); use(r.name); use(r.inner.name); use(p.name)`),
  )
/** Uses the fields of a tool argument with this schema. */
const entries = (...schemas: readonly string[]) =>
  bodies(
    ...schemas.map(
      (schema) =>
        `entry(p, ${schema}); use(p); use(p.name); use(p.other); use(p.inner.name); use(p.inner.deep.er.name)`,
    ),
  )

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'functions in front of a handler',
    programs: {
      ...routes(
        "app.get('/', HANDLER)",
        "app.get('/', (request, response, next) => { if (!is(request.query.name)) return; next() }, HANDLER)",
        "app.get('/', (request, response, next) => { if (!is(request.query.name)) throw 1; next() }, HANDLER)",
        "app.get('/', (request, response, next) => { must(request.query.name); next() }, HANDLER)",
        "app.get('/', (request, response, next) => { next(); must(request.query.name) }, HANDLER)",
        "app.get('/', (request, response, next) => { if (is(request.query.name)) next(); else next() }, HANDLER)",
        "app.get('/', (request, response, next) => { if (is(request.query.name)) next(); else " +
          'response.end() }, HANDLER)',
        "app.get('/', (request, response, next) => { if (is(request.query.name)) next(); if " +
          "(request.query.name === 'A') next() }, HANDLER)",
        "app.get('/', (request, response, next) => { must(request.query.name); next(new Error()) }, HANDLER)",
        "app.get('/', (request, response, next) => { must(request.query.name); response.end() }, HANDLER)",
        "app.get('/', (request, response) => { must(request.query.name) }, HANDLER)",
        "app.get('/', (request, response, next) => { must(request.query.name); setTimeout(() => next()) }, HANDLER)",
        "app.get('/', (request, response, next) => { must(request.query.name); next(); setTimeout(() => " +
          'next()) }, HANDLER)',
        "app.get('/', (request, response, next) => { must(request.query.name); return next() }, HANDLER)",
        "app.get('/', (request, response, next) => { must(request.query.other); next() }, HANDLER)",
        "app.get('/', (request, response, next) => { must(response.query.name); next() }, HANDLER)",
        ...['post', 'put', 'patch', 'delete', 'all', 'head', 'options', 'use', 'listen'].map(
          (method) => `app.${method}('/', (request, response, next) => { must(request.query.name); next() }, HANDLER)`,
        ),
        "app.get('/', [(request, response, next) => { must(request.query.name); next() }], HANDLER)",
        "app.get('/', [(request, response, next) => { must(request.query.other); next() }, (request, " +
          'response, next) => { must(request.query.name); next() }], HANDLER)',
        "app.get('/', (request, response, next) => { must(request.query.name); next() }, (request, " +
          'response, next) => { must(request.query.other); next() }, HANDLER)',
        "app.get('/', HANDLER, (request, response, next) => { must(request.query.name); next() })",
        "function check(request, response, next) { must(request.query.name); next() }\napp.get('/', check, HANDLER)",
        'const check = (field) => (request, response, next) => { must(request.query.name); next() ' +
          "}\napp.get('/', check('name'), HANDLER)",
        'const check = unknown ? (request, response, next) => { must(request.query.name); next() } : ' +
          "(request, response, next) => { next() }\napp.get('/', check, HANDLER)",
        'const check = unknown ? (request, response, next) => { must(request.query.name); next() } : ' +
          "(request, response, next) => { must(request.query.name); next() }\napp.get('/', check, HANDLER)",
        "app.get('/', (request, response, next) => { const { name } = request.query; must(name); next() }, HANDLER)",
        "app.get('/', (request, response, next) => { const query = request.query; if (!is(query.name)) " +
          'return response.end(); next() }, HANDLER)',
        "app.get('/', (request, response, next) => { if (request.query.name) must(request.query.name); " +
          'next() }, HANDLER)',
        "get('/', (request, response, next) => { must(request.query.name); next() }, HANDLER)",
        "app.get('/', wrap(HANDLER))",
        "app.get('/', elsewhere, HANDLER)",
      ),
      'a second parameter':
        "app.get('/', (request, response, next) => { must(request.query.name); next() }, (response, " +
        'request) => { entry(request); use(request.query.name) })',
      'a handler of two routes that both check':
        "const handle = (request) => { entry(request); use(request.query.name) }\napp.get('/', (request, " +
        "response, next) => { must(request.query.name); next() }, handle)\napp.get('/b', (request, " +
        'response, next) => { must(request.query.name); next() }, handle)',
      'a handler by its name':
        "function handle(request) { entry(request); use(request.query.name) }\napp.get('/', (request, " +
        'response, next) => { must(request.query.name); next() }, handle)',
      'a handler of two routes':
        "const handle = (request) => { entry(request); use(request.query.name) }\napp.get('/', (request, " +
        "response, next) => { must(request.query.name); next() }, handle)\napp.get('/b', handle)",
    },
  },
  {
    ...javascript,
    name: 'schemas of routes',
    programs: routes(
      ...['querystring', 'query', 'params', 'body', 'headers', 'cookies'].map(
        (part) =>
          `server.get('/', { schema: { ${part}: { type: 'object', properties: { name: { type: 'string', ` +
          "pattern: '^[a-z]+$' }, other: { type: 'string' } } } } }, HANDLER)",
      ),
      "server.get('/', { schema: { querystring: { type: 'object', properties: { name: { type: 'number' } } " +
        "}, body: { type: 'object', properties: { name: { enum: ['a', 'b'] } } } } }, HANDLER)",
      "const schema = { querystring: { type: 'object', properties: { name: { type: 'integer' } } } " +
        "}\nserver.get('/', { schema }, HANDLER)",
      "const options = { schema: { querystring: { type: 'object', properties: { name: { type: 'integer' } } " +
        "} } }\nserver.get('/', options, HANDLER)",
      "const options = unknown ? {} : { schema: { querystring: { type: 'object', properties: { name: { " +
        "type: 'integer' } } } } }\nserver.get('/', options, HANDLER)",
      "app.get('/', { schema: { querystring: { type: 'object', properties: { name: { type: 'integer' } } } " +
        '} }, HANDLER)',
      "server.get('/', { querystring: { type: 'object', properties: { name: { type: 'integer' } } } }, HANDLER)",
      "server.get('/', { schema: {} }, HANDLER)",
      "server.get('/', {}, HANDLER)",
      "server.get('/', HANDLER)",
    ),
  },
  {
    ...javascript,
    name: 'schemas that are asked',
    programs: checked(
      `z.object({ name: ${name}, inner: z.object({ name: ${name} }) }).parse(p)`,
      `z.object({ name: ${name} }).parse(q)`,
      `if (!z.object({ name: ${name} }).safeParse(p).success) return`,
      `if (z.object({ name: ${name} }).safeParse(p).success) return`,
      `if (!z.object({ name: ${name} }).safeParse(p).error) return`,
      `if (!z.object({ name: ${name} }).safeParse(p)) return`,
      `z.object({ name: ${name} }).safeParse(p)`,
      `const { success } = z.object({ name: ${name} }).safeParse(p); if (!success) throw 1`,
      `const r = z.object({ name: ${name} }).safeParse(p); if (!r.success) throw 1`,
      `await z.object({ name: ${name} }).parseAsync(p)`,
      `z.object({ name: ${name} }).parseAsync(p)`,
      `if (!(await z.object({ name: ${name} }).safeParseAsync(p)).success) return`,
      `if (!z.object({ name: ${name} }).safeParseAsync(p).success) return`,
      "const validate = new Ajv().compile({ type: 'object', properties: { name: { type: 'string', pattern: " +
        "'^[a-z]+$' } } }); if (!validate(p)) throw 1",
      `const validate = new Ajv().compile({ type: 'object', properties: { name: { type: 'integer' } } }); validate(p)`,
      "const validate = new Ajv().compile({ type: 'object', properties: { name: { type: 'integer' } } }); " +
        'if (validate(p)) throw 1',
      `z.object({ name: z.enum(['a', 'b']) }).parse(p)`,
      `z.object({ name: z.string() }).parse(p)`,
      'z.object({ inner: z.object({ name: z.number(), a: z.object({ b: z.object({ c: z.number() }) }) }) ' +
        '}).parse(p); use(p.inner.a.b); use(p.inner.a.b.c)',
      `if (q) z.object({ name: ${name} }).parse(p)`,
      `try { z.object({ name: ${name} }).parse(p) } catch { return }`,
      `try { z.object({ name: ${name} }).parse(p) } catch { }`,
      `other.parse(p)`,
      `z.number().parse(p)`,
      `z.object({ name: ${name} }).parse()`,
    ),
  },
  {
    ...javascript,
    name: 'what schemas give after functions that they call',
    programs: given(
      'z.string().refine(is)',
      'z.string().refine((x) => is(x))',
      'z.string().refine((x) => !is(x))',
      "z.string().refine((x) => is(x), 'no')",
      'z.string().superRefine((x, context) => { if (!is(x)) context.addIssue({}) })',
      'z.string().superRefine((x, context) => { if (is(x)) context.addIssue({}) })',
      'z.string().superRefine((x, context) => { if (!is(x)) context.addIssue() })',
      'z.string().superRefine((x, context) => { if (!is(x)) context.issues.push({}) })',
      'z.string().superRefine((x, context) => { if (!is(x)) context.other.push({}) })',
      'z.string().superRefine((x, context) => { if (!is(x)) { context.addIssue({}); return } })',
      'z.string().superRefine((x, context) => { if (is(x)) return; context.addIssue({}) })',
      'z.string().superRefine((x, context) => { if (x.length < 3) return; if (!is(x)) context.addIssue({}) })',
      'z.string().superRefine((x, context) => { if (q) { if (!is(x)) context.addIssue({}) } })',
      'z.string().superRefine((x, context) => { must(x); if (x.length > 9) context.addIssue({}) })',
      'z.string().superRefine((x, context) => { const tell = () => context.addIssue({}); if (!is(x)) tell() })',
      'z.string().superRefine((x, context) => { if (!is(x)) context.addIssue({}); if (x === "a") ' +
        'context.addIssue({}) })',
      'z.string().superRefine((x, context) => { for (const one of x) if (!is(x)) context.addIssue({}) })',
      'z.string().transform((x) => x)',
      'z.string().transform((x) => { must(x); return x })',
      'z.string().transform((x) => { if (!is(x)) throw 1; return x })',
      'z.string().refine(is).transform((x) => x)',
      'z.string().refine(is).optional()',
      'z.string().refine(is).or(z.string())',
      'z.object({ name: z.string().refine(is) })',
      'z.object({ name: z.string() }).refine((x) => is(x.name))',
      'z.object({ name: z.string(), inner: z.object({ name: z.string() }) }).refine((x) => is(x.inner.name))',
      'z.object({ name: z.string(), inner: z.object({ name: z.string() }) }).superRefine((x, context) => { ' +
        'if (!is(x.inner.name)) context.addIssue({}) })',
      'z.object({ inner: z.object({ name: z.string().refine(is) }) })',
      'z.object({ inner: z.object({ name: z.string() }).refine((x) => is(x.name)) })',
      'z.object({ name: z.string().refine(unknown) })',
      'z.array(z.string().refine(is))',
      'z.object({ name: z.string().refine((x) => x === "a"), inner: z.object({ name: z.string().refine(is) }) })',
      'z.object({ name: z.string().refine(is), inner: z.object({ name: z.string().superRefine((x, context) ' +
        '=> { if (!is(x)) context.addIssue({}) }) }) })',
      'z.string()',
    ),
  },
  {
    language: 'python',
    head:
      'from typing import Literal\nfrom pydantic import BaseModel, TypeAdapter\nclass Model(BaseModel):\n    ' +
      'name: int\n    word: Literal["a", "b"]\n    other: str\nclass Plain:\n    name: int\n',
    name: 'models of Python that are asked',
    programs: pythonBodies(
      ...[
        'Model(**p)',
        'Model.model_validate(p)',
        'Model.parse_obj(p)',
        'Model(**q)',
        'Model(name=p)',
        'Plain(**p)',
        'unknown(**p)',
        'Model.model_construct(**p)',
        'x = Model.model_validate(p)',
      ].map((text) => `${text}\nuse(p["name"])\nuse(p["word"])\nuse(p["other"])\nuse(p)`),
    ),
  },
  {
    ...javascript,
    name: 'arguments with schemas that call functions',
    programs: entries(
      'z.string().refine(is)',
      'z.object({ name: z.string().refine(is) })',
      'z.object({ name: z.string(), other: z.string() }).refine((x) => is(x.name))',
      'z.object({ name: z.string(), other: z.string() }).refine((x) => is(x.name) && is(x.other))',
      'z.object({ inner: z.object({ name: z.string().refine(is) }) })',
      'z.object({ inner: z.object({ deep: z.object({ er: z.object({ name: z.string().refine(is) }) }) }) })',
      'z.object({ inner: z.object({ deep: z.object({ er: z.object({ name: z.string() }).refine((x) => ' +
        'is(x.name)) }) }) })',
      'z.object({ name: z.string() }).superRefine((x, context) => { if (!is(x.name)) context.addIssue({}) })',
      'z.object({ name: z.string().refine((x) => !is(x)) })',
      'z.object({ name: z.string() })',
      'z.object({ name: z.enum(["a"]) })',
      'z.object({ name: z.string().refine(unknown) })',
      'z.object({ name: z.string().refine((x) => { throw 1 }) })',
      'z.object({ name: z.string().refine(() => is(q)) })',
    ),
  },
]
