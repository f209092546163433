import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'

const middleware = (...lines: readonly string[]) =>
  [
    'class Middleware:',
    '    def __init__(self, app):',
    '        self.app = app',
    '    async def __call__(self, scope, receive, send):',
    '        copy = dict(scope)',
    '        self.keep(copy)',
    '        await self.app(copy, receive, send)',
    '    def keep(self, scope):',
    '        headers = dict(scope.get("headers", []))',
    '        address = headers.get(b"x-address").decode("latin-1")',
    '        name = headers.get(b"x-name").decode("latin-1")',
    ...lines,
  ].join('\n')

const handler = `import os
from fastmcp.server.dependencies import get_http_request
def run():
    request = get_http_request()
    kept = getattr(request.state, "kept", {})
    os.system("ping " + kept.get("address"))
`

const flowsOf = (main: string) => flowsIn({ 'handler.py': handler, 'main.py': main }).flows

describe('what ASGI middleware keeps of a request', () => {
  it('reaches later handlers, from the part of the request on', () => {
    const [flow, another] = flowsOf(
      middleware('        kept = {}', '        kept["address"] = address', '        scope["state"]["kept"] = kept'),
    )
    expect(another).toBeUndefined()
    expect(flow).toMatchObject({ kind: 'command', source: { part: 'request', of: 'middleware' } })
    expect(flow?.steps.slice(0, 3).map(({ path, line, kind }) => `${kind} ${path}:${line}`)).toEqual([
      'source main.py:9',
      'stored main.py:14',
      'loaded handler.py:5',
    ])
  })

  it.each([
    ['in another field', ['        scope["state"]["kept"] = {"name": name, "address": "127.0.0.1"}']],
    ['under another name', ['        scope["state"]["other"] = {"address": address}']],
    [
      'behind a check',
      [
        '        if address not in ("127.0.0.1", "10.0.0.1"):',
        '            raise ValueError(address)',
        '        scope["state"]["kept"] = {"address": address}',
      ],
    ],
  ])('does no harm %s', (_name, lines) => {
    expect(flowsOf(middleware(...lines))).toEqual([])
  })
})
