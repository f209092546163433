import type { SinkEffect, SinkModel } from '../sink-model.ts'

const evaluates = { kind: 'code', effect: 'runs it as code' } as const satisfies SinkEffect
const loads = { kind: 'code', effect: 'loads and runs the module that it names' } as const satisfies SinkEffect
const inPage = { kind: 'code', effect: 'runs it as code of a page' } as const satisfies SinkEffect

/** What is evaluated as code. */
export const codeSinks: readonly SinkModel[] = [
  { callee: 'eval', argument: 0, ...evaluates, example: 'export const f = (tainted) => eval(tainted)' },
  { callee: 'Function', argument: 'all', ...evaluates, example: "export const f = (tainted) => Function('x', tainted)" },
  { callee: 'new Function', argument: 'all', ...evaluates, example: "export const f = (tainted) => new Function('x', `return ${tainted}`)" },
  { callee: 'setTimeout', argument: 0, when: 'text', ...evaluates, example: 'export const f = (tainted) => setTimeout(`go(${tainted})`, 1)' },
  { callee: 'setInterval', argument: 0, when: 'text', ...evaluates, example: 'export const f = (tainted) => setInterval(`go(${tainted})`, 1)' },
  { callee: 'vm.runInThisContext', argument: 0, ...evaluates, example: "import vm from 'node:vm'; export const f = (tainted) => vm.runInThisContext(tainted)" },
  { callee: 'vm.runInNewContext', argument: 0, ...evaluates, example: "import vm from 'node:vm'; export const f = (tainted) => vm.runInNewContext(tainted, {})" },
  { callee: 'vm.runInContext', argument: 0, ...evaluates, example: "import vm from 'node:vm'; export const f = (tainted, c) => vm.runInContext(tainted, c)" },
  { callee: 'vm.compileFunction', argument: 0, ...evaluates, example: "import vm from 'node:vm'; export const f = (tainted) => vm.compileFunction(tainted)" },
  { callee: 'vm.Script', argument: 0, ...evaluates, example: "import vm from 'node:vm'; export const f = (tainted) => new vm.Script(tainted)" },
  { callee: 'new vm.Script', argument: 0, ...evaluates, example: "import { Script } from 'node:vm'; export const f = (tainted) => new Script(tainted)" },
  { callee: 'vm2.*.run', argument: 0, ...evaluates, example: "import { VM } from 'vm2'; export const f = (tainted) => new VM().run(tainted)" },
  { callee: 'safe-eval', argument: 0, ...evaluates, example: "import safeEval from 'safe-eval'; export const f = (tainted) => safeEval(tainted)" },
  { callee: 'static-eval', argument: 0, ...evaluates, example: "import run from 'static-eval'; export const f = (tainted) => run(tainted)" },
  { callee: 'require', argument: 0, ...loads, example: 'exports.f = (tainted) => require(tainted)' },
  { callee: 'import', argument: 0, ...loads, example: 'export const f = (tainted) => import(tainted)' },
  { callee: 'module.createRequire()', argument: 0, ...loads, example: "import { createRequire } from 'node:module'; const load = createRequire(import.meta.url); export const f = (tainted) => load(tainted)" },
  { method: 'evaluate', receiver: /\bpage\b|\bframe\b/, argument: 0, when: 'text', ...inPage, example: 'export const f = (page, tainted) => page.evaluate(`go("${tainted}")`)' },
  { method: 'executeJavaScript', argument: 0, ...inPage, example: 'export const f = (view, tainted) => view.webContents.executeJavaScript(`go("${tainted}")`)' },
  { callee: 'eval', language: 'python', argument: 0, ...evaluates, example: 'def f(tainted):\n    return eval(tainted)' },
  { callee: 'exec', language: 'python', argument: 0, ...evaluates, example: 'def f(tainted):\n    exec(tainted)' },
  { callee: 'compile', language: 'python', argument: 0, name: 'source', ...evaluates, example: 'def f(tainted):\n    return compile(tainted, "x", "exec")' },
  { callee: '__import__', language: 'python', argument: 0, name: 'name', when: 'any-package', ...loads, example: 'def f(tainted):\n    return __import__(tainted)' },
  { callee: 'importlib.import_module', language: 'python', argument: 0, name: 'name', when: 'any-package', ...loads, example: 'import importlib\ndef f(tainted):\n    return importlib.import_module(tainted)' },
  { callee: 'runpy.run_path', language: 'python', argument: 0, ...loads, example: 'import runpy\ndef f(tainted):\n    runpy.run_path(tainted)' },
  { callee: 'runpy.run_module', language: 'python', argument: 0, ...loads, example: 'import runpy\ndef f(tainted):\n    runpy.run_module(tainted)' },
  { callee: 'code.*.runcode', language: 'python', argument: 0, ...evaluates, example: 'import code\ndef f(tainted):\n    code.InteractiveInterpreter().runcode(tainted)' },
  { callee: 'code.*.runsource', language: 'python', argument: 0, ...evaluates, example: 'import code\ndef f(tainted):\n    code.InteractiveInterpreter().runsource(tainted)' },
  { callee: 'pandas.eval', language: 'python', argument: 0, ...evaluates, example: 'import pandas as pd\ndef f(tainted):\n    return pd.eval(tainted)' },
  { callee: 'sympy.sympify', language: 'python', argument: 0, ...evaluates, example: 'import sympy\ndef f(tainted):\n    return sympy.sympify(tainted)' },
  { callee: 'sympy.parse_expr', language: 'python', argument: 0, ...evaluates, example: 'import sympy\ndef f(tainted):\n    return sympy.parse_expr(tainted)' },
  { callee: 'sympy.parsing.sympy_parser.parse_expr', language: 'python', argument: 0, ...evaluates, example: 'from sympy.parsing.sympy_parser import parse_expr\ndef f(tainted):\n    return parse_expr(tainted)' },
  { callee: 'numexpr.evaluate', language: 'python', argument: 0, ...evaluates, example: 'import numexpr\ndef f(tainted):\n    return numexpr.evaluate(tainted)' },
  { callee: 'pexpect.*.sendline', language: 'python', argument: 0, kind: 'code', effect: 'types it into an interpreter', example: 'import pexpect\ndef f(tainted):\n    child = pexpect.spawn("interpreter")\n    child.sendline(tainted)' },
  { callee: 'pexpect.*.send', language: 'python', argument: 0, kind: 'code', effect: 'types it into an interpreter', example: 'import pexpect\ndef f(tainted):\n    child = pexpect.spawn("interpreter")\n    child.send(tainted)' },
  { method: 'sendline', language: 'python', argument: 0, kind: 'code', effect: 'types it into an interpreter', example: 'def f(child, tainted):\n    child.sendline(tainted)' },
  { callee: 'subprocess.Popen().communicate', language: 'python', argument: 0, name: 'input', kind: 'code', effect: 'hands it to a program that reads code from its input', example: 'import subprocess\ndef f(tainted):\n    subprocess.Popen(["python", "-"]).communicate(input=tainted)', when: 'interpreter-input' },
  { callee: 'asyncio.create_subprocess_exec().communicate', language: 'python', argument: 0, name: 'input', kind: 'code', effect: 'hands it to a program that reads code from its input', example: 'import asyncio\nasync def f(tainted):\n    proc = await asyncio.create_subprocess_exec("python", "-")\n    await proc.communicate(input=tainted)', when: 'interpreter-input' },
]
