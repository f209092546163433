import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'

const opens = {
  kind: 'open',
  effect: 'opens it with whatever program its scheme or type belongs to',
  capability: 'executes-commands',
} as const satisfies SinkEffect

const anyScheme = {
  kind: 'open',
  effect: 'opens files and other schemes too, as it says',
  capability: 'network-egress',
} as const satisfies SinkEffect

/** What the system's opener, or a browser's, gets. */
export const openSinks: readonly SinkModel[] = [
  {
    callee: 'open',
    argument: 0,
    when: 'imported',
    ...opens,
    example: "import open from 'open'; export const f = (tainted) => open(tainted)",
  },
  {
    callee: 'open.openApp',
    argument: 0,
    ...opens,
    example: "import { openApp } from 'open'; export const f = (tainted) => openApp(tainted)",
  },
  {
    callee: 'opn',
    argument: 0,
    ...opens,
    example: "import opn from 'opn'; export const f = (tainted) => opn(tainted)",
  },
  {
    callee: 'opener',
    argument: 0,
    ...opens,
    example: "import opener from 'opener'; export const f = (tainted) => opener(tainted)",
  },
  {
    callee: 'better-opn',
    argument: 0,
    ...opens,
    example: "import opn from 'better-opn'; export const f = (tainted) => opn(tainted)",
  },
  {
    callee: 'openurl.open',
    argument: 0,
    ...opens,
    example: "import { open } from 'openurl'; export const f = (tainted) => open(tainted)",
  },
  {
    callee: 'electron.shell.openExternal',
    argument: 0,
    ...opens,
    example: "import { shell } from 'electron'; export const f = (tainted) => shell.openExternal(tainted)",
  },
  {
    callee: 'electron.shell.openPath',
    argument: 0,
    ...opens,
    example: "import { shell } from 'electron'; export const f = (tainted) => shell.openPath(tainted)",
  },
  {
    callee: 'vscode.env.openExternal',
    argument: 0,
    ...opens,
    example: "import * as vscode from 'vscode'; export const f = (tainted) => vscode.env.openExternal(tainted)",
  },
  {
    method: 'openExternal',
    argument: 0,
    ...opens,
    example: 'export const f = (shell, tainted) => shell.openExternal(tainted)',
  },
  { method: 'goto', argument: 0, ...anyScheme, example: 'export const f = (page, tainted) => page.goto(tainted)' },
  {
    method: 'loadURL',
    argument: 0,
    ...anyScheme,
    example: 'export const f = (window, tainted) => window.loadURL(tainted)',
  },
  {
    method: 'goto',
    language: 'python',
    argument: 0,
    name: 'url',
    ...anyScheme,
    example: 'def f(page, tainted):\n    page.goto(tainted)',
  },
  {
    callee: 'urllib.request.urlopen',
    language: 'python',
    argument: 0,
    name: 'url',
    ...anyScheme,
    example: 'from urllib.request import urlopen\ndef f(tainted):\n    return urlopen(tainted)',
  },
  {
    callee: 'urllib.request.urlretrieve',
    language: 'python',
    argument: 0,
    name: 'url',
    ...anyScheme,
    example: 'from urllib.request import urlretrieve\ndef f(tainted):\n    urlretrieve(tainted)',
  },
  {
    callee: 'webbrowser.open',
    language: 'python',
    argument: 0,
    name: 'url',
    ...opens,
    example: 'import webbrowser\ndef f(tainted):\n    webbrowser.open(tainted)',
  },
  {
    callee: 'webbrowser.open_new',
    language: 'python',
    argument: 0,
    name: 'url',
    ...opens,
    example: 'import webbrowser\ndef f(tainted):\n    webbrowser.open_new(tainted)',
  },
  {
    callee: 'webbrowser.open_new_tab',
    language: 'python',
    argument: 0,
    name: 'url',
    ...opens,
    example: 'import webbrowser\ndef f(tainted):\n    webbrowser.open_new_tab(tainted)',
  },
  {
    callee: 'os.startfile',
    language: 'python',
    argument: 0,
    ...opens,
    example: 'import os\ndef f(tainted):\n    os.startfile(tainted)',
  },
]
