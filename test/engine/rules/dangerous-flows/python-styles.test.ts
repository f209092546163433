import { describe, expect, it } from 'vitest'
import { findInSource } from './find-in-source.ts'

const rulesIn = async (files: Readonly<Record<string, string>>) =>
  (await findInSource(files)).map(({ ruleId }) => ruleId)

describe('a tool of a Python server that is registered by a keyword', () => {
  const server = (registration: string, body: string) => `import subprocess
from fastmcp import FastMCP
mcp = FastMCP('s')
def show(name: str) -> str:
${body}
${registration}
`
  const unsafe = "    return subprocess.check_output(f'cat {name}', shell=True, text=True)"
  const safe = "    return subprocess.check_output(['cat', '--', name], text=True)"

  it.each(['mcp.tool(name_or_fn=show)', "mcp.tool(name_or_fn=show, name='show_file')", 'mcp.add_tool(fn=show)'])(
    'is %s',
    async (registration) => {
      expect(await rulesIn({ 'server.py': server(registration, unsafe) })).toEqual(['command-injection'])
      expect(await rulesIn({ 'server.py': server(registration, safe) })).not.toContain('command-injection')
    },
  )
})

describe('a program that Python starts with a list that is spread', () => {
  const server = (build: string) => `import asyncio
from fastmcp import FastMCP
mcp = FastMCP('s')
class Scanner:
    def __init__(self, program: str = 'nmap'):
        self.program = program
    def quick(self, host: str) -> list[str]:
        return [self.program, '-F', ${build}]
    def version(self) -> list[str]:
        return [self.program, '--version']
    async def run(self, command: list[str]) -> str:
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        out, _ = await process.communicate()
        return out.decode()
scanner = Scanner()
@mcp.tool
async def version() -> str:
    return await scanner.run(command=scanner.version())
@mcp.tool
async def scan(host: str) -> str:
    command = scanner.quick(host)
    return await asyncio.wait_for(scanner.run(command), timeout=30)
`
  it('takes an argument for an option', async () => {
    expect(await rulesIn({ 'server.py': server('host') })).toEqual(['argument-injection'])
  })

  it('does not where the argument follows --', async () => {
    expect(await rulesIn({ 'server.py': server("'--', host") })).toEqual([])
  })

  it('is decided by an argument that is the first element', async () => {
    const whole = `import asyncio
from fastmcp import FastMCP
mcp = FastMCP('s')
@mcp.tool
async def convert(parts: list[str]) -> str:
    await asyncio.create_subprocess_exec(*parts)
    return 'done'
`
    expect(await rulesIn({ 'server.py': whole })).toContain('process-transport-injection')
  })
})

describe('a function of a Python package that has the name of its module', () => {
  const files = (call: string) => ({
    'app/lib/media/__init__.py': 'from .crop import crop\nfrom .probe import probe\n',
    'app/lib/media/crop.py': `from app.lib.media import probe
def crop(path: str) -> str:
    return ${call}
`,
    'app/lib/media/probe.py': "import os\ndef probe(path: str) -> str:\n    return str(os.system('file ' + path))\n",
    'main.py':
      "from mcp.server.fastmcp import FastMCP\nfrom app.lib.media import crop\nmcp = FastMCP('s')\nmcp.tool()(crop)\n",
  })

  it('is what an import of the package gives', async () => {
    expect(await rulesIn(files('probe(path)'))).toEqual(['command-injection'])
    expect(await rulesIn(files("probe('/srv/a')"))).toEqual([])
  })
})

describe('a Python server that runs as a script in a package', () => {
  const files = (path: string) => ({
    'src/__init__.py': '',
    'src/file_tools.py': `class FileTools:
    def _register(self):
        @self.server.call_tool()
        async def call_tool(name: str, arguments: dict):
            return await self._show(arguments.get('path'))
`,
    'src/handlers/__init__.py': '',
    'src/handlers/shows.py': `import subprocess
class Shows:
    async def _show(self, path):
        return subprocess.run(['git', 'log', ${path}], capture_output=True)
`,
    'src/server.py': `from mcp.server import Server
from file_tools import FileTools
from handlers.shows import Shows
class MyServer(Shows, FileTools):
    def __init__(self):
        self.server = Server('x')
        self._register()
MyServer()
`,
  })

  it('imports modules of its own folder', async () => {
    expect(await rulesIn(files('path'))).toEqual(['argument-injection'])
    expect(await rulesIn(files("'--', path"))).toEqual([])
  })
})

describe('a function that Python hands to what calls it', () => {
  const server = (call: string, command = "f'ls {path}'") => `import multiprocessing, subprocess
from concurrent.futures import ThreadPoolExecutor
from fastapi import BackgroundTasks
from mcp.server.fastmcp import FastMCP
from neo4j import GraphDatabase
mcp = FastMCP('s')
executor = ThreadPoolExecutor(4)
driver = GraphDatabase.driver('bolt://db')
class Runner:
    def run(self, path):
        return subprocess.run(${command}, shell=True)
    def run_two(self, path, other):
        return self.run(path)
runner = Runner()
def read(tx, label):
    return tx.run(f'MATCH (n:{label}) RETURN n').data()
@mcp.tool()
def show(path: str, paths: list[str], background_tasks: BackgroundTasks) -> str:
    with ThreadPoolExecutor() as pool, driver.session() as session:
        ${call}
    return 'done'
`

  it.each([
    'executor.submit(runner.run, path)',
    'executor.submit(runner.run, path=path).result()',
    'print([f.result() for f in [pool.submit(runner.run, one) for one in paths]])',
    'list(pool.map(runner.run, paths))',
    'multiprocessing.Pool(2).starmap(runner.run_two, [(path, 1)])',
    'multiprocessing.Pool(2).apply_async(runner.run, (path,))',
    'multiprocessing.Process(target=runner.run, args=(path,)).start()',
    'background_tasks.add_task(runner.run, path)',
  ])('runs with %s', async (call) => {
    expect(await rulesIn({ 'server.py': server(call) })).toEqual(['command-injection'])
    expect(await rulesIn({ 'server.py': server(call, "['ls', '--', path]") })).not.toContain('argument-injection')
  })

  it('runs in a transaction', async () => {
    expect(await rulesIn({ 'server.py': server('session.execute_read(read, path)') })).toEqual(['sql-injection'])
    expect(await rulesIn({ 'server.py': server("session.execute_read(read, 'User')") })).toEqual([])
  })

  it('leaves a method of the program that has the same name', async () => {
    const own = `import subprocess
from mcp.server.fastmcp import FastMCP
mcp = FastMCP('s')
class TaskExecutor:
    def submit(self, command):
        return subprocess.run(f'ls {command}', shell=True)
executor = TaskExecutor()
@mcp.tool()
def show(path: str) -> str:
    return executor.submit(path)
`
    expect(await rulesIn({ 'server.py': own })).toEqual(['command-injection'])
  })
})

describe('what Python gives to an object of a library to keep', () => {
  const runner = (command: string) => `import subprocess
class Runner:
    def run(self, path):
        return subprocess.run(${command}, shell=True)
`
  const attribute = (command: string) => `${runner(command)}from mcp.server.fastmcp import FastMCP
mcp = FastMCP('s')
mcp.runner = Runner()
@mcp.tool()
def show(path: str):
    return mcp.runner.run(path)
`
  const state = (command: string) => `${runner(command)}from fastapi import FastAPI
app = FastAPI()
def setup():
    app.state.runner = Runner()
setup()
@app.post('/show')
async def show(path: str):
    return app.state.runner.run(path)
`

  it.each([
    ['a server', attribute],
    ['the state of an application', state],
  ])('is found in %s', async (_where, server) => {
    expect(await rulesIn({ 'server.py': server("f'ls {path}'") })).toEqual(['command-injection'])
    expect(await rulesIn({ 'server.py': server("'ls /srv'") })).toEqual([])
  })
})

describe('a decorator of a Python tool that checks an argument', () => {
  const server = (check: string) => `import os
import ffmpeg
from functools import wraps
from fastmcp import FastMCP
mcp = FastMCP('s')
def checked(func):
    @wraps(func)
    def wrapper(video, *args, **kwargs):
        ${check}
        return func(video, *args, **kwargs)
    return wrapper
@mcp.tool
@checked
def describe_video(video: str, title: str) -> str:
    os.makedirs('/srv/' + title)
    return str(ffmpeg.probe(video))
`
  const told = async (check: string) => {
    const found = await findInSource({ 'server.py': server(check) })
    return found.map(({ ruleId }) => ruleId).toSorted()
  }

  it('stands between the caller and the tool, for the argument that it hands over', async () => {
    const others = ['argument-injection', 'path-traversal', 'path-traversal']
    expect(await told('print(video)')).toEqual([...others, 'server-side-request-forgery'])
    expect(await told("if not os.path.isfile(video): return 'no file'")).toEqual(others)
    expect(await told("if not video.isdigit(): raise ValueError('no number')")).toEqual(['path-traversal'])
  })
})

describe('a class of Python with a method that lists and maps have too', () => {
  it('keeps what its method stores, and nothing else', async () => {
    const server = `import sqlite3
from mcp.server.fastmcp import FastMCP
mcp = FastMCP('s')
class Store:
    def __init__(self):
        self.path = '/srv/a.db'
    def connect(self):
        return sqlite3.connect(self.path)
    def set(self, key, record):
        with self.connect() as connection:
            connection.execute('INSERT INTO t VALUES (?, ?)', (key, record))
store = Store()
@mcp.tool()
def keep(key: str, text: str) -> str:
    store.set(key, {'text': text})
    return 'done'
`
    expect(await rulesIn({ 'server.py': server })).toEqual([])
  })
})

describe('a mapping of Python that is updated', () => {
  const server = (update: string, command = "options['command']") => `import os
from mcp.server.fastmcp import FastMCP
mcp = FastMCP('s')
class Job:
    def __init__(self):
        self.options = {'command': 'ls', 'size': 1}
    def take(self, more):
        self.options.update(more)
    def start(self):
        return os.system(self.options['command'])
@mcp.tool()
def show(path: str) -> str:
    options = {'command': 'ls', 'size': 1}
    ${update}
    os.system(${command})
    return 'done'
`

  it.each([
    "options.update({'command': 'ls ' + path})",
    "options.update(command='ls ' + path)",
    "options.update(dict(command='ls ' + path))",
  ])('has what it was given by %s', async (update) => {
    expect(await rulesIn({ 'server.py': server(update) })).toEqual(['command-injection'])
  })

  it('has it for other methods of its object', async () => {
    const job = (key: string) => `job = Job()
    job.take({'${key}': 'ls ' + path})
    job.start()`
    expect(await rulesIn({ 'server.py': server(job('command'), "'ls'") })).toEqual(['command-injection'])
    expect(await rulesIn({ 'server.py': server(job('title'), "'ls'") })).toEqual([])
  })

  it.each([
    ["options.update({'title': path})", "options['command']"],
    ['options.update(title=path)', "options['command']"],
  ])('has nothing else by %s', async (update, command) => {
    expect(await rulesIn({ 'server.py': server(update, command) })).toEqual([])
  })
})

describe('the input of a program that Python starts', () => {
  const server = (list: string) => `import subprocess
from mcp.server.fastmcp import FastMCP
mcp = FastMCP('s')
@mcp.tool()
def count(path: str) -> str:
    return subprocess.run(${list}, input=f'wc {path}', text=True, capture_output=True).stdout
`
  it('is run by a shell', async () => {
    expect(await rulesIn({ 'server.py': server("['bash']") })).toEqual(['command-injection'])
    expect(await rulesIn({ 'server.py': server("['python3', 'count.py']") })).toEqual([])
    expect(await rulesIn({ 'server.py': server("['wc']") })).toEqual([])
  })
})
