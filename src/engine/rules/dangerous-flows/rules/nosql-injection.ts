import { examplePythonRoute, exampleTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

const clientImports =
  "import { MongoClient } from 'mongodb'\n\nconst users = new MongoClient('x').db().collection('users')"
const pythonImports =
  'from pymongo import MongoClient\nfrom starlette.responses import JSONResponse\n\nusers = MongoClient().app.users'

export const nosqlInjection = defineFlowRule({
  kind: 'condition',
  also: ({ kind, action }) => kind === 'query' && action === 'run-in-database',
  weakness: 'NoSQL injection',
  document: {
    id: 'nosql-injection',
    title: 'NoSQL injection: untrusted input adds operators or code to a database query',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-943'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1803', 'SAFE-T2101'],
    what:
      'A value that can be an object, such as a field of a JSON body, becomes a query condition in MongoDB, ' +
      'Mongoose, or PyMongo. The rule also reports untrusted input that the database runs as code, for example in ' +
      '`$where`, `$function`, `$accumulator`, or `mapReduce`. Values that are restricted to strings or numbers by ' +
      'a schema or a check are not reported.',
    why:
      'The database reads an object such as `{"$ne": null}` as an operator that matches every document. An attacker ' +
      "can sign in without a password, or read and delete other users' documents.",
    remediation: 'Convert the value to a string, check its type, or compare with `$eq`.',
    examples: {
      bad: [
        exampleTool({
          tool: 'show_customer',
          argument: 'name',
          schema: 'z.any()',
          imports: clientImports,
          body: 'const text = JSON.stringify(await users.findOne({ name }))',
        }),
        exampleTool({
          tool: 'show_customer',
          argument: 'name',
          imports: clientImports,
          body: 'const text = JSON.stringify(await users.findOne({ $where: `this.name == "${name}"` }))',
        }),
        examplePythonRoute({
          path: '/customer',
          imports: pythonImports,
          body: 'data = await request.json()\nreturn JSONResponse(str(users.find_one({"name": data["name"]})))',
        }),
      ],
      good: [
        exampleTool({
          tool: 'show_customer',
          argument: 'name',
          schema: 'z.any()',
          imports: clientImports,
          body: 'const text = JSON.stringify(await users.findOne({ name: String(name) }))',
        }),
        exampleTool({
          tool: 'show_customer',
          argument: 'name',
          imports: clientImports,
          body: 'const text = JSON.stringify(await users.findOne({ name }))',
        }),
        examplePythonRoute({
          path: '/customer',
          imports: pythonImports,
          body:
            'data = await request.json()\n' +
            'return JSONResponse(str(users.find_one({"name": {"$eq": data["name"]}})))',
        }),
      ],
    },
  },
  baseSeverity: () => 'high',
  attack: ({ kind }) =>
    kind === 'query'
      ? 'change the code that the database runs, to read or match other documents'
      : 'send operators such as `$ne`, to match other documents',
  remediation: ({ kind, isPython }) => {
    if (kind === 'query')
      return 'Replace the code with query operators such as `$eq` and `$gt`, and pass the value to them.'
    return isPython
      ? 'Convert the value with `str(value)`, check it with `isinstance(value, str)`, or compare with `{"$eq": value}`.'
      : "Convert the value with `String(value)`, check `typeof value === 'string'`, or compare with `{ $eq: value }`."
  },
})
