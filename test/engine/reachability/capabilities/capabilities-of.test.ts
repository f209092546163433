import { describe, expect, it } from 'vitest'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { FoundCapability } from '../../../../src/engine/model/package-capability.ts'
import { capabilitiesOf } from '../../../../src/engine/reachability/capabilities/capabilities-of.ts'

function inJavaScript(text: string): string[] {
  return capabilitiesOf('lib/a.ts', lowerJavaScriptText(text, 'ts')).map(shown)
}

function inPython(text: string): string[] {
  return capabilitiesOf('lib/a.py', lowerPythonText(text)).map(shown)
}

function shown(found: FoundCapability): string {
  const { capability, line, shownBy, places } = FoundCapability.parse(found)
  return `${capability} ${line} ${shownBy}${places === 1 ? '' : ` ${places}`}`
}

describe('the capabilities of a JavaScript file', () => {
  it.each([
    ["import { spawn } from 'child_process'\nspawn('a')", 'executes-commands 2 child_process.spawn'],
    [
      "import * as cp from 'node:child_process'\ncp.exec('a')\ncp.exec('b')",
      'executes-commands 2 child_process.exec 2',
    ],
    ["import cp from 'child_process'\ncp.fork('a')", 'executes-commands 2 child_process.fork'],
    ["const { execFile: run } = require('child_process')\nrun('a')", 'executes-commands 2 child_process.execFile'],
    [
      "let lazy\nfunction load() { return (lazy ??= require('child_process')) }\n() => () => lazy['spawnSync']('a')",
      'executes-commands 2 child_process 2',
    ],
    ["const run = promisify(require('child_process').exec)", 'executes-commands 1 child_process.exec'],
    ["require('child_' + 'process').exec('a')", 'executes-commands 1 child_process.exec'],
    ["process.mainModule.require('child_process').exec('a')", 'executes-commands 1 child_process.exec'],
    ["process.getBuiltinModule('child_process').exec('a')", 'executes-commands 1 child_process.exec'],
    [
      "import { createRequire } from 'module'\ncreateRequire(import.meta.url)('child_process').exec('a')",
      'executes-commands 2 child_process.exec',
    ],
    ["process.binding('spawn_sync').spawn({})", 'executes-commands 1 process.binding'],
    [
      'var __importStar = (m) => m\nconst cp_1 = __importStar(require("child_process"));\n(0, cp_1.spawn)("a")',
      'executes-commands 3 child_process.spawn',
    ],
    [
      'const c = require("child_process")\nObject.defineProperty(exports, "s", { get: () => c.spawn })',
      'executes-commands 2 child_process.spawn',
    ],
    ["export { exec } from 'child_process'", 'executes-commands 1 child_process.exec'],
    ["export * from 'child_process'", 'executes-commands 1 child_process'],
    ["exports.run = require('child_process').spawn.bind(null, 'a')", 'executes-commands 1 child_process.spawn'],
    ['export const get = (url) => fetch(url)', 'network-egress 1 fetch'],
    ['globalThis.fetch("a")', 'network-egress 1 fetch'],
    ['const f = options.fetch ?? fetch\nf("a")', 'network-egress 2 fetch'],
    ['new WebSocket("a")', 'network-egress 1 WebSocket'],
    ['function f() { return require("https").request({}) }', 'network-egress 1 https.request'],
    ['const t = secure ? require("https") : require("http")\nt.get("a")', 'network-egress 2 https.get'],
    [
      "import http from 'http'\nimport https from 'https'\nconst all = { 'http:': http, 'https:': https }",
      'network-egress 3 http 2',
    ],
    ["import { Socket } from 'net'\nclass S extends Socket {}", 'network-egress 1 net.Socket'],
    ["import dns from 'node:dns/promises'\nawait dns.resolveTxt('a')", 'network-egress 2 dns.promises.resolveTxt'],
    ["require('http').createServer(listener)", 'network-ingress 1 http.createServer'],
    ["import fs from 'fs'\nfs.promises.readFile('a')", 'reads-files 2 fs.promises.readFile'],
    ["import { readFile } from 'node:fs/promises'\nreadFile('a')", 'reads-files 2 fs.promises.readFile'],
    ["const fs = await import('node:fs')\nfs.readdirSync('a')", 'reads-files 2 fs.readdirSync'],
    ["require('fs').openSync('a', 'r')", 'reads-files 1 fs.openSync'],
    ["require('fs').openSync('a', 'wx')", 'writes-files 1 fs.openSync'],
    ["const fs = require('fs')\nfs.open('a', fs.constants.O_WRONLY | fs.constants.O_CREAT)", 'writes-files 2 fs.open'],
    ["require('fs').unlinkSync('a')", 'writes-files 1 fs.unlinkSync'],
    ['eval(text)', 'dynamic-code 1 eval'],
    ['(0, eval)(text)', 'dynamic-code 1 eval'],
    ['eval.call(null, text)', 'dynamic-code 1 eval.call'],
    ['Function.apply(null, parameters)', 'dynamic-code 1 Function.apply'],
    ["new Function('a', body)", 'dynamic-code 1 Function'],
    ["require('vm').runInNewContext(text)", 'dynamic-code 1 vm.runInNewContext'],
    ['setTimeout("go()", 1)', 'dynamic-code 1 setTimeout'],
    ["const Module = require('module')\nnew Module('a')._compile(text, 'a')", 'dynamic-code 2 module()._compile'],
    ["require('./build/Release/addon.node')", 'native-code 1 ./build/Release/addon.node'],
    ["process.dlopen(module, 'a.node')", 'native-code 1 process.dlopen'],
    ['process.env.TOKEN', 'reads-environment 1 process.env'],
    ["import { env } from 'node:process'\nenv['TOKEN']", 'reads-environment 2 process.env'],
    ['const { NODE_ENV, ...rest } = process.env', 'reads-environment 1 process.env'],
    ['for (const name in process.env) use(name)', 'reads-environment 1 process.env'],
    ['spawn("a", { env: process.env })', 'reads-environment 1 process.env'],
  ])('%s', (text, expected) => {
    expect(inJavaScript(text)).toEqual([expected])
  })

  it('includes writing if a file exports the module for files', () => {
    const both = ['reads-files 2 fs', 'writes-files 2 fs']
    expect(inJavaScript("const fs = require('fs')\nmodule.exports = patch(clone(fs))")).toEqual(both)
    expect(inJavaScript("const fs = require('fs')\nexports.fs = fs")).toEqual(both)
    expect(inJavaScript("const fs = require('fs')\nconst options = { fs }")).toEqual(['reads-files 2 fs'])
  })

  it('counts reading and writing of a copied file', () => {
    expect(inJavaScript("require('fs').copyFileSync('a', 'b')")).toEqual([
      'reads-files 1 fs.copyFileSync',
      'writes-files 1 fs.copyFileSync',
    ])
  })

  it.each([
    ['a local function', 'function exec(a) { return a }\nexec("a")'],
    ['a method of a regular expression', '/a/.exec("a")\nnew RegExp(a).exec("b")'],
    ['a method of an unrelated object', 'pool.spawn("a")\nthis.exec("b")\ndb.exec("c")\nserver.fetch("d")'],
    ['a shadowed global', 'export function f(fetch) { return fetch("a") }'],
    ['a package with the name of a global', "import fetch from 'node-fetch'\nfetch('a')"],
    ['a package whose name starts with that of a module', "import fs from 'fs-extra'\nfs.readFileSync('a')"],
    ['a package that needs the prefix node: to be a module', "import test from 'sqlite'\ntest.fetch('a')"],
    ['a file with the name of a module', "import { spawn } from './child_process'\nspawn('a')"],
    ['text', 'const text = "eval(x); require(\'child_process\').exec(y)"\n// eval(x)'],
    ['a type', "import type { spawn } from 'child_process'\ntype Run = typeof spawn"],
    ['a test of a global', "if (typeof fetch === 'undefined') throw new Error('no fetch')\nif (globalThis.fetch) go()"],
    ['an unused import', "import { spawn } from 'child_process'\nimport fs from 'fs'"],
    ['a check that reads no file', "require('fs').existsSync('a')\nrequire('fs').statSync('a')"],
    ['a standard stream', "require('fs').readFileSync(0)\nrequire('fs').writeFileSync('/dev/stdout', 'a')"],
    ['the global object', "const root = Function('return this')()\nnew Function('')"],
    ['a function as a type', 'Vue.component({ props: { a: { type: Function } } })\nif (a instanceof Function) go()'],
    ['the methods of all functions', 'Function.call.bind(hasOwnProperty)\nFunction.prototype.apply.call(f, null, [])'],
    ['a timer with a function', 'setTimeout(() => go(), 1)\nsetTimeout(go, 1)'],
    ['NODE_ENV', "if (process.env.NODE_ENV !== 'production') warn()"],
    ['setting a variable', "process.env.FORCE_COLOR = '1'"],
    [
      'parts of modules without effect',
      "require('http').STATUS_CODES\nnew (require('http').Agent)()\nrequire('net').isIP('a')",
    ],
    ['a local variable with the name of the environment', 'const process = { env: {} }\nprocess.env.TOKEN'],
    ['unreachable code', 'function f() { return\n eval(text) }'],
  ])('leave out %s', (_name, text) => {
    expect(inJavaScript(text)).toEqual([])
  })
})

describe('the capabilities of a Python file', () => {
  it.each([
    ['import subprocess as sp\nsp.run(["a"])', 'executes-commands 2 subprocess.run'],
    ['from subprocess import Popen as P\nP("a")', 'executes-commands 2 subprocess.Popen'],
    ['import subprocess\nclass P(subprocess.Popen): pass', 'executes-commands 2 subprocess.Popen'],
    ['import os\nos.system("a")', 'executes-commands 2 os.system'],
    ['__import__("os").system("a")', 'executes-commands 1 os.system'],
    ['import importlib\nimportlib.import_module("subprocess").call("a")', 'executes-commands 2 subprocess.call'],
    ['import os\nasyncio.to_thread(os.system, "a")', 'executes-commands 2 os.system'],
    [
      'try:\n  import subprocess\nexcept ImportError:\n  subprocess = None\ndef f():\n  subprocess.call("a")',
      'executes-commands 6 subprocess.call',
    ],
    ['def f():\n  from socket import socket\n  return socket()', 'network-egress 3 socket.socket'],
    ['import urllib.request\nurllib.request.urlopen("a")', 'network-egress 2 urllib.request.urlopen'],
    ['from six.moves.urllib.request import urlopen\nurlopen("a")', 'network-egress 2 urllib.request.urlopen'],
    [
      'from http.client import HTTPConnection\nclass C(HTTPConnection): pass',
      'network-egress 1 http.client.HTTPConnection',
    ],
    ['from http.server import HTTPServer\nHTTPServer(("", 1), H)', 'network-ingress 2 http.server.HTTPServer'],
    ['open("a").read()', 'reads-files 1 open'],
    ['with open("a", mode="wb") as f: f.write(b"")', 'writes-files 1 open'],
    ['from pathlib import Path\n(Path("a") / "b").read_text()', 'reads-files 2 pathlib.Path().read_text'],
    ['from pathlib import Path\nPath("a").parent.mkdir()', 'writes-files 2 pathlib.Path().mkdir'],
    ['from pathlib import Path\nPath("a").open("w")', 'writes-files 2 pathlib.Path().open'],
    ['import os\nos.open("a", os.O_WRONLY | os.O_CREAT)', 'writes-files 2 os.open'],
    ['import shutil\nshutil.rmtree("a")', 'writes-files 2 shutil.rmtree'],
    ['eval("a")', 'dynamic-code 1 eval'],
    ['exec(compile(text, "a", "exec"))', 'dynamic-code 1 exec 2'],
    ['import builtins\nbuiltins.exec(text)', 'dynamic-code 2 builtins.exec'],
    ['from ctypes import CDLL\nCDLL("a")', 'native-code 2 ctypes.CDLL'],
    ['import os\nos.environ["A"]', 'reads-environment 2 os.environ'],
    ['from os import environ\nenviron.get("A")', 'reads-environment 2 os.environ'],
    ['import os\nos.getenv("A")', 'reads-environment 2 os.getenv'],
  ])('%s', (text, expected) => {
    expect(inPython(text)).toEqual([expected])
  })

  it.each([
    ['a local function', 'def open(path): return path\nopen("a")'],
    ['a parameter', 'def f(open, exec): return open("a")'],
    ['a method of another object', 're.compile("a")\nself.system("a")\ncursor.execute("a")\nurl.open("a")'],
    ['a relative import', 'from .subprocess import run\nrun("a")'],
    ['text', '"""os.system(1)"""\nx = "eval(1)"'],
    ['unused imports, which every module exports', 'import os, subprocess\nfrom os import environ, system'],
    ['a test of a type', 'import socket\nisinstance(a, socket.socket)'],
    ['a local socket', 'import socket\nsocket.socket(socket.AF_UNIX)'],
    ['a syntax tree', 'compile(text, "a", "exec", ast.PyCF_ONLY_AST)'],
    ['parts of modules without effect', 'import os\nos.path.join("a", "b")\nos.getcwd()'],
    ['setting a variable', 'import os\nos.environ["A"] = "b"\nos.environ.setdefault("A", "b")'],
    ['text of a path', 'from pathlib import Path\nPath("a").name.replace("a", "b")'],
  ])('leave out %s', (_name, text) => {
    expect(inPython(text)).toEqual([])
  })
})

describe('a hostile file', () => {
  it('takes time linear in its size', () => {
    const deep = `${'() => ('.repeat(50)}cp.exec(1)${')'.repeat(50)}`
    const text = `${deep}\nconst cp = require('child_process')\n${'cp.exec(process.env.A + 1)\n'.repeat(20_000)}`
    const unit = lowerJavaScriptText(text, 'js')
    const started = process.cpuUsage()
    expect(capabilitiesOf('a.js', unit).map(shown)).toEqual([
      'executes-commands 1 child_process.exec 20001',
      'reads-environment 3 process.env 20000',
    ])
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000)
  })
})
