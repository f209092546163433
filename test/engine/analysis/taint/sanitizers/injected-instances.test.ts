import { expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const server = (test: string) => `import inspect
from functools import wraps
from pathlib import Path
from mcp.server.fastmcp import Context, FastMCP

mcp = FastMCP("s")


def with_folder(function):
    signature = inspect.signature(function)

    @wraps(function)
    async def wrapper(*args, **kwargs):
        bound = signature.bind_partial(*args, **kwargs)
        for value in bound.arguments.values():
            if ${test}:
                Path(value.request_context.folder).mkdir()
        return await function(*args, **kwargs)

    return wrapper


@mcp.tool()
@with_folder
async def count(ctx: Context, name: str) -> int:
    return len(name)
`

it('takes no object that the library passes for an argument of a tool', () => {
  expect(reachedIn({ 'server.py': server('isinstance(value, Context)') })).toEqual([])
  expect(reachedIn({ 'server.py': server('value') })).toEqual(['path in server.py:17'])
})
