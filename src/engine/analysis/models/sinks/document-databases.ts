import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'

const selects = { kind: 'condition', effect: 'selects documents' } as const satisfies SinkEffect
const scripts = {
  kind: 'query',
  effect: 'runs code in a database',
  action: 'run-in-database',
} as const satisfies SinkEffect

/** Methods whose first argument is a condition. */
const javascriptMethods = [
  'find',
  'findOne',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'findOneAndRemove',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'remove',
  'update',
  'count',
  'countDocuments',
  'exists',
  'aggregate',
]
const pythonMethods = [
  'find',
  'find_one',
  'find_one_and_update',
  'find_one_and_delete',
  'find_one_and_replace',
  'update_one',
  'update_many',
  'replace_one',
  'delete_one',
  'delete_many',
  'count_documents',
  'aggregate',
]

/** Modules whose objects have these methods, and expressions that return a collection. */
const javascriptModules = [
  ['mongodb', "new m.MongoClient('x').db().collection('users')"],
  ['mongoose', "m.model('User')"],
  ['monk', "m.default('x').get('users')"],
  ['nedb', 'new m.default()'],
] as const

const collection = /\b(?:collections?|col|coll)\b/

/** Conditions of document databases. Fields with code, such as `$where`, are in `database-code.ts`. */
export const documentSinks: readonly SinkModel[] = [
  ...javascriptModules.flatMap(([module, made]) =>
    javascriptMethods.map((name): SinkModel => ({
      language: 'javascript',
      callee: `${module}.*.${name}`,
      argument: 0,
      when: 'operators-allowed',
      ...selects,
      example: `import * as m from '${module}'; export const f = (tainted) => ${made}.${name}({ name: tainted })`,
    })),
  ),
  ...javascriptMethods.map((method): SinkModel => ({
    language: 'javascript',
    method,
    receiver: collection,
    argument: 0,
    when: 'operators-allowed',
    ...selects,
    example: `export const f = (db, tainted) => db.collection('users').${method}({ name: tainted })`,
  })),
  ...['pymongo', 'motor', 'flask_pymongo'].flatMap((module) =>
    pythonMethods.map((name): SinkModel => ({
      callee: `${module}.*.${name}`,
      language: 'python',
      argument: 0,
      name: name === 'aggregate' ? 'pipeline' : 'filter',
      when: 'operators-allowed',
      ...selects,
      example: `import ${module}\ndef f(tainted):\n    ${module}.MongoClient("x").app.users.${name}({"name": tainted})`,
    })),
  ),
  ...pythonMethods.map((method): SinkModel => ({
    method,
    language: 'python',
    receiver: collection,
    argument: 0,
    name: method === 'aggregate' ? 'pipeline' : 'filter',
    when: 'operators-allowed',
    ...selects,
    example: `def f(collection, tainted):\n    return collection.${method}({"name": tainted})`,
  })),
  {
    language: 'javascript',
    method: '$where',
    argument: 0,
    ...scripts,
    example: 'export const f = (users, tainted) => users.$where(`this.name == "${tainted}"`)',
  },
  ...[0, 1].map((argument): SinkModel => ({
    language: 'javascript',
    method: 'mapReduce',
    receiver: collection,
    argument,
    when: 'text',
    ...scripts,
    example:
      "export const f = (db, tainted) => db.collection('users').mapReduce(" +
      `${argument === 0 ? 'tainted, "r"' : '"m", tainted'}, {})`,
  })),
]
