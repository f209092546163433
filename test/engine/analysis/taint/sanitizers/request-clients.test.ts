import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import { allKinds, kindsIn } from '../../../../../src/engine/analysis/taint-kind.ts'
import { clients, pythonHead } from './programs/requests.ts'

/** Returns the kinds that are cleared at the argument `x` of a client's `get`. */
function clearedBy(body: string): string[] {
  const program = linkModules([{ path: 'a.py', unit: lowerPythonText(`${pythonHead}\ndef f(x, y):\n    ${body}\n`) }])
  const guards = createGuards({
    program,
    references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 100_000 }),
  })
  for (let user = 0; user < program.nodeCount; user += 1) {
    const callee = program.operand(user, 0)
    const isGet = program.op(callee) === Op.Load && program.text(callee, 1) === 'get'
    if ((program.op(user) !== Op.Call && program.op(user) !== Op.Await) || !isGet) continue
    return kindsIn(
      guards.judge({ value: program.operand(user, 1), user, region: program.regionOf[user] ?? -1 }, allKinds).cleared,
    )
  }
  throw new Error('nothing is requested')
}

const refusing: ReadonlySet<string> = new Set([
  'aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=With_resolve()))',
  'aiohttp.ClientSession(1, connector=aiohttp.TCPConnector(limit=1, resolver=With_resolve()))',
  'httpx.Client(transport=With_handle_request())',
  'httpx.AsyncClient(transport=With_handle_async_request())',
  'httpx.Client(transport=With_lookup())',
  'httpx.Client(transport=With_connect())',
  'httpx.Client(transport=With_connect_tcp())',
  'urllib3.PoolManager(connector=With_connect())',
  'client()',
  'SESSION',
])

describe('clients that refuse private addresses', () => {
  it.each(clients)('are known by what they are made with: %s', (client) => {
    expect(clearedBy(`${client}.get(x)`)).toEqual(refusing.has(client) ? ['url'] : [])
    expect(clearedBy(`made = ${client}\n    made.get(x)`)).toEqual(refusing.has(client) ? ['url'] : [])
  })

  it('are not known where they are something else', () => {
    expect(clearedBy('print(httpx.Client(transport=With_connect()))\n    y.get(x)')).toEqual([])
    expect(clearedBy('httpx.get(x)')).toEqual([])
  })

  it('are known by the way that a value came', () => {
    const good = 'httpx.Client(transport=With_connect())'
    expect(clearedBy(`a = ${good} if y else None\n    a.get(x)`)).toEqual(['url'])
    expect(clearedBy(`a = None\n    if y:\n        a = ${good}\n    a.get(x)`)).toEqual(['url'])
    expect(clearedBy(`def g():\n        return ${good}\n    a = g()\n    a.get(x)`)).toEqual(['url'])
    expect(clearedBy(`a = ${good}\n    def g():\n        a.get(x)`)).toEqual(['url'])
    expect(clearedBy(`with ${good} as a:\n        a.get(x)`)).toEqual(['url'])
  })
})
