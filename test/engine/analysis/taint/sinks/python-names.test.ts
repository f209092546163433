import { describe, expect, it } from 'vitest'
import { sinksIn } from './sinks-in.ts'

describe('a sink of Python', () => {
  it.each([
    ['subprocess', 'import subprocess\ndef f(tainted):\n    subprocess.run(shell=True, args=tainted)', 'command'],
    ['open', 'def f(tainted):\n    open(mode="w", file=tainted)', 'path'],
    ['requests', 'import requests\ndef f(tainted):\n    requests.get(timeout=3, url=tainted)', 'url'],
    [
      'a request after a list',
      'import requests\ndef f(tainted, rest):\n    requests.request(*rest, url=tainted)',
      'url',
    ],
    ['the second path of a copy', 'import shutil\ndef f(tainted):\n    shutil.copy(dst=tainted, src="a")', 'path'],
    [
      'a folder that is removed',
      'import shutil\ndef f(tainted):\n    shutil.rmtree(ignore_errors=True, path=tainted)',
      'path',
    ],
    ['a folder that is made', 'import os\ndef f(tainted):\n    os.makedirs(exist_ok=True, name=tainted)', 'path'],
    [
      'a statement',
      'import psycopg\ndef f(tainted):\n    psycopg.connect("x").cursor().execute(params=(), query=f"SELECT ' +
        '{tainted}")',
      'query',
    ],
    [
      'a statement of an unknown cursor',
      'def f(cursor, tainted):\n    cursor.execute(parameters=(), sql=f"SELECT * FROM t WHERE a = \'{tainted}\'")',
      'query',
    ],
    [
      'a table that is read',
      'import pandas as pd\ndef f(tainted):\n    pd.read_csv(sep=",", filepath_or_buffer="/srv/" + tainted)',
      'path',
    ],
    [
      'what is unpickled',
      'import pickle\ndef f(tainted):\n    pickle.load(encoding="utf-8", file=tainted)',
      'deserialization',
    ],
  ])('has its argument by name: %s', (_what, text, kind) => {
    expect(sinksIn(text, 'python').tainted.map((use) => use.kind)).toContain(kind)
  })

  it.each([
    [
      'another argument',
      'import requests\ndef f(tainted):\n    requests.get(url="https://a.example", timeout=tainted)',
    ],
    [
      'a value that is bound',
      'import psycopg\ndef f(tainted):\n    psycopg.connect("x").cursor().execute(params=(tainted,), ' +
        'query="SELECT %s")',
    ],
    ['another name', 'import shutil\ndef f(tainted):\n    shutil.rmtree("a", onerror=tainted)'],
  ])('has nothing of %s', (_what, text) => {
    expect(sinksIn(text, 'python').tainted).toEqual([])
  })
})
